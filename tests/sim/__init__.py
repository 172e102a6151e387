"""Random games over every rule set, mix of options and number of seats, checked after every event (`make sim`)."""
