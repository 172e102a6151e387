"""`make reliability`: every long test with its seed, what each measured, and RELIABILITY.md, which is written from that."""
