// Tells whether the browser keeps what it stores here for good, or may delete it.

const isKept = await navigator.storage?.persisted?.();
const told = document.getElementById(isKept ? "is-kept" : "may-go");
if (told) told.hidden = false;
// Only Safari on a phone has this: false where the app is a page among others.
if (navigator.standalone === false) document.getElementById("add-home").hidden = false;
