// A new evening: offer only the house rules of the chosen game.

const { form } = document.querySelector("[name=rules]");
const { game, rules } = form.elements;

function offer() {
  for (const option of rules.options) option.hidden = Boolean(option.value) && !option.value.startsWith(`${game.value}/`);
  if (rules.selectedOptions[0].hidden) rules.value = "";
}

form.addEventListener("change", offer);
offer();
