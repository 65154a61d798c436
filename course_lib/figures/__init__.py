"""Figures in one style, for light pages, dark pages, phones and paper."""
