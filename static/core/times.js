// Times as this phone writes them, by its own locale and time zone: each is written anew as soon as it is in the page, before
// anything is shown, so that nothing moves.

{
  const styles = {
    moment: { dateStyle: "long", timeStyle: "short" },
    clock: { timeStyle: "short" },
    day: { dateStyle: "full" },
  };
  const write = (time, style) => {
    const moment = new Date(time.dateTime);
    return Number.isNaN(Number(moment)) ? time.textContent : moment.toLocaleString([], styles[style]);
  };
  const all = (within) => [...within.querySelectorAll("time[data-style]")];

  function timesIn(node) {
    if (node.nodeType === Node.ELEMENT_NODE) return node.matches("time[data-style]") ? [node] : all(node);
    // A page may come in cut within a time: then the rest of its text is added to what was written.
    return node.parentElement?.matches("time[data-style]") ? [node.parentElement] : [];
  }

  function writeAll(changes) {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
    for (const time of new Set(added.flatMap(timesIn))) {
      const text = write(time, time.dataset.style);
      if (time.textContent !== text) time.textContent = text;
    }
  }

  // A log has its days as headings: they are this phone's days too.
  function headLog() {
    const headings = [...document.querySelectorAll(".log .date")];
    for (const heading of headings) heading.remove();
    let before = "";
    for (const time of headings.length ? all(document).filter(({ dataset }) => dataset.style === "clock") : []) {
      const day = write(time, "day");
      if (day !== before) {
        const heading = headings[0].cloneNode(true);
        heading.querySelector("time").dateTime = time.dateTime;
        time.closest("tr").before(heading);
        heading.querySelector("time").textContent = day;
      }
      before = day;
    }
  }

  new MutationObserver(writeAll).observe(document, { childList: true, subtree: true });
  document.addEventListener("DOMContentLoaded", headLog);
}
