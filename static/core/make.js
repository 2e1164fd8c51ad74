// Make an element, with its properties and its contents.

export function make(tag, properties, ...contents) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...contents);
  return element;
}
