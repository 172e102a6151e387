"""The catalogues' workshop: what sentences the source has, and `make catalogues`, which brings them into `client/locale`."""
