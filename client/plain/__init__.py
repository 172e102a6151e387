"""The plain line mode: the whole game as sentences and typed lines, for screen readers, pipes and terminals that only print."""
