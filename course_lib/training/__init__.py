"""Objectives, optimizers, schedules, devices and the loop that uses them."""
