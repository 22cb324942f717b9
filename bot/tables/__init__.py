"""Tables: one lock, one hand and one public message each."""
