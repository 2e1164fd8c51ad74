// The table of Karnöffel.

import { run } from "../tables/page.js";
import { outbox } from "../tables/sending.js";
import { page, want } from "./shown.js";

// Choosing another way of entering needs no server.
document.getElementById("form").addEventListener("click", (event) => {
  const link = event.target.closest("#ways [data-way]");
  if (!link || outbox.waiting.length === 0) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  want(link.dataset.way);
}, true);

run(page);
