"""The book on paper: built pages put together into one document, and that document printed."""
