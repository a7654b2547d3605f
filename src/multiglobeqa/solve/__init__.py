"""The reference solver: answers questions from their gold triples alone.

It shares no code with the queries that made the answers, so that their agreement is the proof of
every answer. Use `multiglobeqa.solve.registry.solve` for a question and
`multiglobeqa.solve.verify.verify` for a dataset.
"""
