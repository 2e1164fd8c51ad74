"""The server: connections, requests and the event stream."""
