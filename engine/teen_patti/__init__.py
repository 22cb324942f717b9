"""Teen Patti: three closed cards, played blind or seen (rules C1 to C7)."""
