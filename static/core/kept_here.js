// Tells whether the browser keeps what it stores here for good, or may delete it.

const isKept = await navigator.storage?.persisted?.();
const told = document.getElementById(isKept ? "is-kept" : "may-go");
if (told) told.hidden = false;
