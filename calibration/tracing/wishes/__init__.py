"""What a person asks for on the tracing page, worked out into acts; ``kinds`` says which where."""
