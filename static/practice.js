// The clock of the practice: when it has run down, what was not counted is sent as it is.

const form = document.getElementById("practice");
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
  form.addEventListener("submit", () => (meter.hidden = true));
}
