"""Labs: interactive figures that work as a widget, on a page without a kernel, and on paper."""
