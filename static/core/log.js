// Group the log by days in the phone's time zone, with a heading before the first entry of each day.

const dayOf = ({ dateTime }) => new Date(dateTime).toLocaleDateString([], { dateStyle: "full" });
const headings = [...document.querySelectorAll(".log .date")];
for (const heading of headings) heading.remove();
let before = "";
for (const time of headings.length ? document.querySelectorAll(".log time[data-style=clock]") : []) {
  const day = dayOf(time);
  if (day !== before) {
    const heading = headings[0].cloneNode(true);
    heading.querySelector("time").dateTime = time.dateTime;
    heading.querySelector("time").textContent = day;
    time.closest("tr").before(heading);
  }
  before = day;
}
