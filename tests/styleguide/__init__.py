"""A page of all components, for those who change them: type, colours, keys, cards, seats, boards, questions."""
