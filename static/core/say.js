// Announcements for screen readers, in a region that stays while everything else changes.

import { make } from "./make.js";

const region = document.getElementById("status") ?? make("p", { id: "status", className: "unseen", role: "status" });
if (!region.isConnected) document.body.append(region);

// The space makes a repeated text count as new.
export function say(text) {
  region.textContent = text && region.textContent === text ? `${text}\u00a0` : text;
}

export const isSaid = (text) => region.textContent.trimEnd() === text;

// Announce a text, unless the last announcement ended with it.
export function sayIfNew(text) {
  if (!region.textContent.trimEnd().endsWith(text)) say(text);
}
