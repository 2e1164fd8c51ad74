// Times as this phone writes them, by its own locale and time zone. Loaded before the page is shown, so nothing moves.

{
  const styles = {
    moment: { dateStyle: "long", timeStyle: "short" },
    clock: { timeStyle: "short" },
    day: { dateStyle: "full" },
  };
  const times = [...document.querySelectorAll("time[data-style]")];
  const write = (time, style) => new Date(time.dateTime).toLocaleString([], styles[style]);
  for (const time of times) time.textContent = write(time, time.dataset.style);

  // A log has its days as headings: they are this phone's days too.
  const headings = [...document.querySelectorAll(".log .date")];
  for (const heading of headings) heading.remove();
  let before = "";
  for (const time of headings.length ? times.filter((each) => each.dataset.style === "clock") : []) {
    const day = write(time, "day");
    if (day !== before) {
      const heading = headings[0].cloneNode(true);
      heading.querySelector("time").textContent = day;
      time.closest("tr").before(heading);
    }
    before = day;
  }
}
