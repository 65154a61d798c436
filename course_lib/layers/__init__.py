"""The pieces Transformers are made of, one idea a file."""
