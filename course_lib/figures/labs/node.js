// Stands before every lab's script. node("input", { type: "range", min: "0", onchange: f }, ...children) makes an element: "on..." listens,
// true and false set or leave out an attribute (but are words for aria-pressed and its like), undefined leaves it out.
function node(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (typeof value === "boolean" && !name.includes("-")) element.toggleAttribute(name, value);
    else if (value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}
