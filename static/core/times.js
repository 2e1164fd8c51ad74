// Formats times for the phone's locale and time zone. Each is replaced as soon as it is in the page, before anything is
// painted, so that the layout does not shift.

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
    // The parser may deliver a time's text in two parts.
    return node.parentElement?.matches("time[data-style]") ? [node.parentElement] : [];
  }

  function writeAll(changes) {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
    for (const time of new Set(added.flatMap(timesIn))) {
      const text = write(time, time.dataset.style);
      if (time.textContent !== text) time.textContent = text;
    }
  }

  // The log has days as headings, in the phone's time zone as well.
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
