// Practice: the countdown, which submits when the time is up, and keyboard input of points.

const form = document.getElementById("practice");
const next = document.getElementById("next");
let typed = "";

if (form?.dataset.limit) {
  const meter = form.querySelector("meter");
  const end = performance.now() + form.dataset.left * 1000;
  const tick = () => {
    const left = (end - performance.now()) / 1000;
    meter.value = Math.max(0, left);
    if (left > 0) requestAnimationFrame(tick);
    else form.submit();
  };
  requestAnimationFrame(tick);
}

const key = (points) => form?.querySelector(`[name="points"][value="${points}"]`);

form?.querySelector("fieldset").focus({ preventScroll: true });
document.addEventListener("keydown", ({ key: sign, target, ctrlKey, metaKey, altKey }) => {
  if (form && !form.contains(target)) return;
  if (ctrlKey || metaKey || altKey) return;
  if (sign === "Enter" && next && !target.closest("a, button")) next.click();
  else if (sign === "Enter" && typed && !target.closest("button")) key(typed)?.click();
  else if (/^\d$/.test(sign) && form) {
    typed += sign;
    // It may be the first digit of a larger number.
    if (![...form.elements].some(({ name, value }) => name === "points" && value !== typed && value.startsWith(typed))) {
      key(typed)?.click();
      typed = "";
    }
  }
});
