"""Chapters as notebooks to download: plain Markdown that JupyterLab, Colab and VS Code can all show, and the cells as they are."""
