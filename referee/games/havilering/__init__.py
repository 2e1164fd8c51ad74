"""The rules of Havilering as pure functions: standard library only; no clock, no randomness, no I/O."""
