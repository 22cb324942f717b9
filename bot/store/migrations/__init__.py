"""Numbered SQL scripts, each headed with what, when and why. Once published a script is never changed."""
