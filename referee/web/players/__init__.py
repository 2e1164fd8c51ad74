"""Players, their opponents, and the leagues of seasons."""
