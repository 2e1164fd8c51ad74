// Tells whether the browser keeps what it stores here, or may delete it.

const told = document.getElementById("kept-here");
const isKept = await navigator.storage?.persisted?.();
told.textContent = isKept ? told.dataset.kept : told.dataset.mayGo;
told.hidden = isKept && !told.matches("section *");
