"""What pages are put together from: painters of cards, seats, logs, and the state they keep."""
