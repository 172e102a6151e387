"""What outlives the process: one SQLite file, one connection, one thread that writes (SECURITY "Durability policy")."""
