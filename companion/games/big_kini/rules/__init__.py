"""What the rules have against a fact: a file for each chapter, a function for each rule."""
