"""A crowd of real SSH clients on a real server for as long as you like, and what that does to the server."""
