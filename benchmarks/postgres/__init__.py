"""What a store on PostgreSQL costs, on real servers that are started for it: ``python -m benchmarks.postgres VERB``.

``find``: the time of finding beside that of a file. ``users``: a session and a recall beside other users.
"""
