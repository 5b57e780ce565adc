"""The formats that programs read and write, as components of the schema.

They are for the schema alone: what is sent is made, and checked, by the rules.
"""
