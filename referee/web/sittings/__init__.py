"""The pages of sittings: what the games share whose deals are counted or tapped trick by trick, and then settled."""
