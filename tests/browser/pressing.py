"""Press every control of a page with a mouse, and let an answer or news arrive before the button is released."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page

INIT = """
// News comes when the test says so, and clicks are noted instead of doing anything.
window.lines = [];
window.EventSource = class extends EventTarget {
  static CLOSED = 2;
  constructor() {
    super();
    lines.push(this);
  }
  addEventListener(name, heard) {
    super.addEventListener(name, heard);
    if (name === "evening") this.onevening = heard;
  }
  close() {
    lines.splice(lines.indexOf(this), 1);
  }
};
// Posts of entries wait for the test.
const real = window.fetch;
let held = null;
window.hold = () => (held = Promise.withResolvers());
window.letGo = () => held.resolve();
window.fetch = async (...what) => {
  if (what[1]?.method === "POST") await held?.promise;
  return real(...what);
};
window.pressing = {
  isOn: false,
  clicked: [],
  heard: [], // What came of a press, for the message of a test that fails.
  on: "button, a[href], summary",
  meaningOf(control) {
    const { tagName, name, value, pathname, search, textContent } = control;
    const act = name === "untap" ? name : [name, value, pathname, search].filter(Boolean).join(" ");
    return `${tagName} ${act}: ${textContent.replace(/\\s+/g, " ").trim()}`;
  },
  at(x, y) {
    return document.elementFromPoint(x, y)?.closest(this.on);
  },
  // The controls that a pointer reaches, with the point; of a pad's keys, which stay, only one.
  all() {
    const found = [];
    for (const control of document.querySelectorAll(this.on)) {
      if (control.disabled || !control.checkVisibility() || control.matches(".key:not(.key:first-of-type)")) continue;
      const { left, top, width, height } = control.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      if (this.at(x, y) === control) found.push([this.meaningOf(control), x, y]);
    }
    return found;
  },
  begin(meaning) {
    Object.assign(this, { isOn: true, clicked: [], heard: [] });
    return this.all().find(([other]) => other === meaning) ?? [`${meaning} is gone`, 0, 0];
  },
  now(x, y) {
    const control = this.at(x, y);
    return control && !control.disabled ? this.meaningOf(control) : "nothing";
  },
  // Remember the controls while an answer is on its way, and find those that it replaced by ones that mean the same,
  // or that mean something else now.
  remember() {
    this.held = [...document.querySelectorAll(this.on)].filter((each) => !each.disabled && each.checkVisibility())
      .map((each) => [each, this.meaningOf(each)]);
  },
  replaced() {
    const there = [...document.querySelectorAll(this.on)].filter((each) => !each.disabled && each.checkVisibility());
    const meanings = there.map((each) => this.meaningOf(each));
    return this.held.filter(([each, meaning]) => (there.includes(each)
      ? this.meaningOf(each).split(":")[0] !== meaning.split(":")[0] : meanings.includes(meaning)))
      .map(([each, meaning]) => [meaning, this.meaningOf(each)]);
  },
  has(meaning) {
    return this.all().some(([other]) => other === meaning);
  },
};
for (const kind of ["mousedown", "mouseup", "click", "pointercancel", "dragstart", "blur", "scroll", "resize"]) {
  const tell = ({ target }) => pressing.heard.push(`${kind} on ${(target.outerHTML ?? "the page").slice(0, 80)}`);
  addEventListener(kind, tell, true);
}
new MutationObserver((changes) => {
  const gone = changes.flatMap(({ removedNodes }) => [...removedNodes]).filter((each) => each.nodeType === 1);
  pressing.heard.push(...gone.map((each) => `removed ${each.outerHTML.slice(0, 80)}`));
}).observe(document, { childList: true, subtree: true });
addEventListener("click", (event) => {
  if (!pressing.isOn) return;
  const control = event.target.closest?.(pressing.on);
  if (control) pressing.clicked.push(pressing.meaningOf(control));
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
"""
# What a player has opened: the whole result, the order of the chosen suit, what can be demanded.
OPENED = """() => {
  for (const each of document.querySelectorAll(".demands, #chosen details, #watch details")) each.open = true;
  const more = document.querySelector(".more:not([hidden])[aria-expanded=false]");
  if (more?.checkVisibility()) more.click();
}"""
NEWS = """async (path) => {
  const shown = () => Number(document.querySelector("[data-version]").dataset.version);
  const post = async (act, version) => {
    const csrf_token = document.querySelector("meta[name=csrf]").content;
    const key = `${Math.random()}`;
    const body = new URLSearchParams({ csrf_token, version, key, do: act });
    const answer = await fetch(path, { method: "POST", body, headers: { "HX-Request": "true" } });
    return Number(/data-version="(\\d+)"/.exec(await answer.text())[1]);
  };
  const version = await post("redo", await post("undo", shown()));
  for (const line of lines) line.onmessage?.({ data: String(version) });
  const isBusy = () => shown() < version || document.querySelector("#form:is([aria-busy], [data-settling])");
  while (isBusy()) await new Promise((done) => setTimeout(done, 5));
  await new Promise((done) => setTimeout(done));
}"""


def pressed_across(page: Page, arrive: Callable[[], object], before: str = "() => {}") -> dict[str, str]:
    """Press each control, let something arrive, release: the controls whose click was lost, or meant something else.

    A script is run `before` each press. A control that no longer means the same is not looked at.
    """
    lost = {}
    page.evaluate("() => { pressing.isOn = false; }")
    page.evaluate(before)
    for control in page.evaluate("() => pressing.all().map(([meaning]) => meaning)"):
        page.evaluate("() => { pressing.isOn = false; document.activeElement.blur(); }")
        page.evaluate(before)
        meaning, x, y = page.evaluate("control => pressing.begin(control)", control)
        page.mouse.move(x, y)
        page.mouse.down()
        arrive()
        now = page.evaluate("at => pressing.now(...at)", [x, y])
        page.mouse.up()
        clicked, heard = page.evaluate("() => [pressing.clicked, pressing.heard]")
        if now == meaning and clicked != [meaning]:
            lost[meaning] = f"{clicked} was clicked: {heard}"
        elif now != meaning and (clicked or page.evaluate("meaning => pressing.has(meaning)", meaning)):
            lost[meaning] = f"{clicked} was clicked where now is {now}"
    return lost
