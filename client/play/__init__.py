"""What screens and lines both judge: what can be played, what a wish says, what there is to tell of tables and rounds."""
