"""The steps that make the tables, a module each: its ``apply`` is given the database. `migrations` lists them in order.

A released step is never changed: databases that were made by it exist. A new need is a new step. The one that says so
follows the present code.
"""
