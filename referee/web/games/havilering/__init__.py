"""The pages of Havilering."""
