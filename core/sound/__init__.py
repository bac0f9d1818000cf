"""Sound as samples, of a file or made: windows, transforms, spectrograms, and how frequencies are laid out."""
