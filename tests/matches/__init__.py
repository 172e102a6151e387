"""Whole matches of every rule set over real ssh, with bots at their own pace: for the night."""
