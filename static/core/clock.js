// Clocks that count on: the minutes left until a time, or how long it is since one.

export function tell() {
  for (const clock of document.querySelectorAll("[data-until]")) {
    const minutes = Math.ceil((Date.parse(clock.dataset.until) - Date.now()) / 60_000);
    const unit = clock.matches(".clock") ? "min" : minutes === 1 ? "minute left" : "minutes left";
    clock.classList.toggle("is-up", minutes <= 0);
    clock.textContent = minutes > 0 ? `${minutes} ${unit}` : "Time is up";
  }
  for (const clock of document.querySelectorAll("[data-since]")) {
    const minutes = Math.max(0, Math.floor((Date.now() - Date.parse(clock.dataset.since)) / 60_000));
    clock.textContent = `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
  }
}

setInterval(tell, 1_000);
tell();
