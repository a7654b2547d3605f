"""The public sources that KnowWhereGraph was made of: one module for each."""
