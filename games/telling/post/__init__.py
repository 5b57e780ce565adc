"""The post: messages to devices and webhooks, over connections that reach public addresses alone.

It says how a message is sent, and nothing about when.
"""
