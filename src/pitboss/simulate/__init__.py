"""Rounds by the billion, from one kernel for CPU and GPU."""
