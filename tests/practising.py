"""Somebody who practises counting: asks for a question, looks at it again, answers."""

import re
from typing import Any


def asked(client: Any, address: str = "/practice") -> str:
    """The page of a question: the open one, or a new one."""
    answer = client.get(f"{address}?next=1", follow_redirects=True)
    assert answer.status_code == 200
    return str(answer.get_data(as_text=True))


def again(client: Any, address: str = "/practice") -> str:
    """The page of the question or the result, loaded again."""
    return str(client.get(f"{address}?asked=1").get_data(as_text=True))


def answered(client: Any, address: str = "/practice", /, **fields: str) -> str:
    """Answer the open question, even if its time is up, or ask for another one; returns the next page."""
    page = again(client, address)
    page = page if 'id="practice"' in page else asked(client, address)
    token = re.findall(r'name="csrf_token" value="([^"]*)"', page)[0]
    client.post(address, data={"csrf_token": token} | fields)
    return again(client, address)
