"""The reference library of the course on attention and Transformers.

Read it from the small to the large: `text` makes tokens, `layers` hold one idea each, `models` put layers together, `training` and
`decoding` use them, `figures` draw them, `book` and `grading` build the pages and mark the problem sets. Nothing points the other way.

Importing `course_lib` imports nothing else: each module is imported by its own name.
"""

__version__ = "0.1.0"
