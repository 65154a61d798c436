"""The subcommands of `course` that students and teachers use, one a file; `course_lib.cli` imports each only when it is called."""
