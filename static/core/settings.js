// Settings are kept at once: each choice is posted when it is made, and shown.

const form = document.getElementById("settings");
const told = form.querySelector("[role=status]");
const SCHEMES = { auto: "(prefers-color-scheme: dark)", dark: "all", light: "not all" };

form.addEventListener("change", async () => {
  const chosen = new FormData(form);
  const answer = await fetch(form.action, { method: "POST", body: chosen, redirect: "manual" }).catch(() => null);
  told.textContent = answer ? "Kept." : "Not kept: there is no connection. Choose again.";
  if (!answer) return;
  document.querySelector("link[href*='dark.css']").media = SCHEMES[chosen.get("theme")];
  const scheme = chosen.get("theme");
  document.querySelector("meta[name='color-scheme']").content = scheme === "auto" ? "light dark" : scheme;
  document.documentElement.toggleAttribute("data-four", chosen.get("colours") === "four");
});
