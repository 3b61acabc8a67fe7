"""What a camera gives: photos, frames, and how they are sampled."""
