"""A real server killed at random instants in the middle of games over SSH, and started again: nothing told may be lost."""
