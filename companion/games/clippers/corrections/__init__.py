"""Which one correction of a record explains what the rules find."""
