// Turn a data mixture. The formulas are those of course_lib/training/mixtures.py.
const WEIGHINGS = ["as published", "by a power of the size"];
const STYLE = `
.course-lab .mixture table { margin: 0; width: 100%; max-width: 36rem; }
.course-lab .mixture td.bar { width: 28%; text-align: left; }
.course-lab .mixture td.bar span { display: block; height: 0.9rem; background: var(--course-blue); border-radius: 0.15rem; }
.course-lab .mixture tr.repeated td.bar span { background: var(--course-orange); }
@media (max-width: 30rem) { .course-lab .mixture .bar { display: none; } }`;

function weights(model) {
  const tokens = model.get("tokens");
  if (model.get("weighing") === WEIGHINGS[0]) return model.get("published");
  const powers = Object.fromEntries(Object.entries(tokens).map(([name, count]) => [name, count ** model.get("power")]));
  const total = Object.values(powers).reduce((a, b) => a + b, 0);
  return Object.fromEntries(Object.entries(powers).map(([name, power]) => [name, power / total]));
}

export default {
  render({ model, el }) {
    const id = `mixture-${Math.random().toString(36).slice(2)}`;
    const put = (key, value) => { model.set(key, value); model.save_changes(); };
    const weighing = node("select", { id: `${id}-weighing`, "data-input": "weighing", onchange: (event) => put("weighing", event.target.value) },
      ...WEIGHINGS.map((option) => node("option", { value: option }, option)));
    const slider = (key, min, max, step) => node("input", { type: "range", id: `${id}-${key}`, min, max, step, "data-input": key, oninput: (event) => put(key, +event.target.value) });
    const billions = slider("billions", "50", "1000", "50"), power = slider("power", "0", "1", "0.1");
    const length = node("span", { "data-value": "billions" }), exponent = node("span", { "data-value": "power" });
    const body = node("tbody");

    const draw = () => {
      const tokens = model.get("tokens"), share = weights(model), run = model.get("billions");
      const total = Object.values(share).reduce((a, b) => a + b, 0);
      weighing.value = model.get("weighing");
      billions.value = String(run);
      power.value = String(model.get("power"));
      power.disabled = weighing.value === WEIGHINGS[0];
      length.textContent = String(run);
      exponent.textContent = model.get("power").toFixed(1);
      body.replaceChildren(...Object.keys(tokens).map((name, i) => {
        const read = run * share[name] / tokens[name];
        const bar = node("span");
        bar.style.width = `${Math.min(100, Math.max(1, 20 * read))}%`;
        return node("tr", read > 1 ? { class: "repeated" } : {},
          node("th", { scope: "row" }, name),
          node("td", {}, `${tokens[name]}`),
          node("td", { "data-value": `share-${i + 1}` }, share[name].toFixed(3)),
          node("td", { "data-value": `epochs-${i + 1}` }, read.toFixed(3)),
          node("td", { class: "bar", "aria-hidden": "true" }, bar));
      }), node("tr", {}, node("th", { scope: "row" }, "sum"), node("td", {}), node("td", { "data-value": "share-sum" }, total.toFixed(3)), node("td", {}), node("td", { class: "bar" })));
    };

    el.append(node("style", {}, STYLE), node("div", { class: "mixture" },
      node("div", { class: "lab-controls" },
        node("label", { for: weighing.id }, "weights", weighing),
        node("label", { for: billions.id }, node("span", {}, "run, in billions of tokens: ", length), billions),
        node("label", { for: power.id }, node("span", {}, "power of the size: ", exponent), power)),
      node("div", { class: "lab-scroll", tabindex: "0", role: "region", "aria-label": "sources and how often they are read" }, node("table", {},
        node("thead", {}, node("tr", {}, ...["source", "tokens (B)", "share", "epochs"].map((t) => node("th", { scope: "col" }, t)), node("td", { class: "bar", "aria-hidden": "true" }))),
        body))));
    for (const key of ["weighing", "billions", "power"]) model.on(`change:${key}`, draw);
    draw();
  },
};
