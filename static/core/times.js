// Format times for the phone's locale and time zone. Each is replaced as soon as it is in the page, before painting, so that
// the layout does not shift.

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

  new MutationObserver(writeAll).observe(document, { childList: true, subtree: true });
}
