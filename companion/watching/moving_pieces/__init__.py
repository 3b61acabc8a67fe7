"""The referee of games whose pieces move and leave: what may have been done led to what is seen."""
