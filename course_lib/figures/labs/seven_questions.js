// Seven questions, seven answers. What is shown was found by course_lib/training/specimens.py; this script only lays it out.
const STYLE = `
.course-lab .seven table { width: 100%; max-width: 42rem; margin: 0 0 0.75rem; }
.course-lab .seven td { text-align: left; overflow-wrap: anywhere; }
.course-lab .seven th[scope="row"] { width: 42%; font-weight: 600; vertical-align: top; }
.course-lab .seven .grid { display: grid; gap: 1px; width: max-content; max-width: 100%; background: var(--course-grid); border: 1px solid var(--course-grid); }
.course-lab .seven .grid span { width: clamp(0.45rem, 2.4vw, 1.1rem); aspect-ratio: 1; background: var(--course-paper); }
.course-lab .seven .grid span.on { background: var(--course-blue); }
.course-lab .seven p { margin: 0.25rem 0 0.5rem; }`;

export default {
  render({ model, el }) {
    const id = `seven-${Math.random().toString(36).slice(2)}`;
    const put = (key, value) => { model.set(key, value); model.save_changes(); };
    const models = model.get("models"), last = models.length - 1;
    const options = models.map((m, i) => node("option", { value: String(i) }, m.name));
    const chosen = node("select", { id: `${id}-chosen`, "data-input": "chosen", onchange: (event) => put("chosen", +event.target.value) }, ...options);
    const hide = node("input", { type: "checkbox", id: `${id}-hide`, "data-input": "hide", onchange: (event) => put("hidden", event.target.checked) });
    const next = node("button", { type: "button", "data-input": "next", onclick: () => put("chosen", model.get("chosen") >= last ? 0 : model.get("chosen") + 1) }, "next model");
    const name = node("span", { "data-value": "name" });
    const says = node("p", { role: "status", "aria-live": "polite" });
    const body = node("tbody");
    const pairs = node("span", { "data-value": "pairs" }), all = node("span", { "data-value": "cells" }), share = node("span", { "data-value": "share" });
    const grid = node("div", { class: "grid", role: "img" });

    const draw = () => {
      const at = Math.min(model.get("chosen"), last), found = models[at], seen = found.visible;
      chosen.value = String(at);
      hide.checked = model.get("hidden");
      options.forEach((option, i) => { option.textContent = hide.checked ? `model ${i + 1}` : models[i].name; });
      name.textContent = hide.checked ? `model ${at + 1}` : found.name;
      says.replaceChildren("The answers of ", name, ":");
      body.replaceChildren(...model.get("questions").map((question, i) => node("tr", {},
        node("th", { scope: "row" }, `${i + 1}. ${question}`), node("td", { "data-value": `answer-${i + 1}` }, found.answers[i] || "no block"))));
      const on = seen.flat().reduce((a, b) => a + b, 0);
      pairs.textContent = String(on);
      all.textContent = String(seen.flat().length);
      share.textContent = (found.parameters[1] / found.parameters[0]).toFixed(3);
      grid.style.gridTemplateColumns = `repeat(${seen[0].length}, max-content)`;
      grid.setAttribute("aria-label", `${seen.length} rows by ${seen[0].length} units, ${on} connected`);
      grid.replaceChildren(...seen.flat().map((cell) => node("span", cell ? { class: "on" } : {})));
    };

    el.append(node("style", {}, STYLE), node("div", { class: "seven" },
      node("div", { class: "lab-controls" },
        node("label", { for: chosen.id }, "model", chosen),
        node("label", { for: hide.id, class: "lab-inline" }, hide, "hide the names"),
        next),
      says,
      node("table", {}, body),
      node("p", {}, "Rows depend on units in ", pairs, " of ", all, " cells; share of the parameters at work on the last row: ", share),
      grid));
    for (const key of ["chosen", "hidden"]) model.on(`change:${key}`, draw);
    draw();
  },
};
