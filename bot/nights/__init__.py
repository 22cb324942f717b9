"""The weekly game: when it is, who comes, and that it opens, is reminded of and ends by itself."""
