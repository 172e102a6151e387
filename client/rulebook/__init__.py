"""The rules in our own words, made from a table's options: blocks that the screens and the line mode print."""
