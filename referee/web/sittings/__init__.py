"""Pages of sittings: shared by the games whose deals are counted or tapped trick by trick, and then settled."""
