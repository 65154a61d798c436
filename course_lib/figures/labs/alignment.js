// Walk through a translation. The weights are those a trained course_lib model computed; this script only shows them.
const STYLE = `
.course-lab .alignment table { margin: 0; width: 100%; max-width: 34rem; }
.course-lab .alignment td.bar { width: 55%; text-align: left; }
.course-lab .alignment td.bar span { display: block; height: 0.9rem; background: var(--course-blue); border-radius: 0.15rem; }
.course-lab .alignment tr.aligned th { color: var(--course-orange); font-weight: 700; }
.course-lab .alignment tr.aligned td.bar span { background: var(--course-orange); }
.course-lab .alignment-says { margin: 0.25rem 0 0.5rem; font-weight: 600; }`;

export default {
  render({ model, el }) {
    const id = `alignment-${Math.random().toString(36).slice(2)}`;
    const put = (key, value) => { model.set(key, value); model.save_changes(); };
    const walks = model.get("walks");
    const choice = (key, options) => node("select", { id: `${id}-${key}`, "data-input": key, onchange: (event) => put(key, event.target.value) },
      ...options.map((option) => node("option", { value: option }, option)));
    const language = choice("language", Object.keys(walks));
    const score = choice("score", Object.keys(Object.values(walks)[0]));
    const step = node("input", { type: "range", id: `${id}-step`, min: "1", step: "1", "data-input": "step", oninput: (event) => put("step", +event.target.value) });
    const says = node("p", { role: "status", "aria-live": "polite", class: "alignment-says" });
    const body = node("tbody");
    const share = node("td", { "data-value": "on-aligned" }), sum = node("td", { "data-value": "weight-sum" });
    const foot = node("tfoot", {},
      node("tr", {}, node("th", { scope: "row", colspan: "2" }, "on the word it translates"), share),
      node("tr", {}, node("th", { scope: "row", colspan: "2" }, "sum of the row"), sum));

    const draw = () => {
      const walk = walks[model.get("language")][model.get("score")];
      const at = Math.min(model.get("step"), walk.written.length) - 1, row = walk.weights[at], from = walk.aligned[at];
      language.value = model.get("language");
      score.value = model.get("score");
      step.max = String(walk.written.length);
      step.value = String(at + 1);
      step.setAttribute("aria-valuetext", `step ${at + 1} of ${walk.written.length}: ${walk.written[at]}`);
      const written = node("span", { "data-value": "written" }, walk.written[at]);
      says.replaceChildren(`Step ${at + 1} of ${walk.written.length} writes `, written, ` and looks at:`);
      body.replaceChildren(...walk.source.map((word, j) => {
        const bar = node("span");
        bar.style.width = `${Math.max(0.5, 100 * row[j])}%`;
        return node("tr", j === from ? { class: "aligned" } : {},
          node("th", { scope: "row" }, j === from ? `◎ ${word}` : word),
          node("td", { class: "bar", "aria-hidden": "true" }, bar),
          node("td", { "data-value": `weight-${j + 1}` }, row[j].toFixed(3)));
      }));
      share.textContent = row[from].toFixed(3);
      sum.textContent = row.reduce((a, b) => a + b, 0).toFixed(3);
    };

    el.append(node("style", {}, STYLE), node("div", { class: "alignment" },
      node("div", { class: "lab-controls" },
        node("label", { for: language.id }, "language", language),
        node("label", { for: score.id }, "score", score),
        node("label", { for: step.id }, "output step", step)),
      says,
      node("div", { class: "lab-scroll" }, node("table", {},
        node("thead", {}, node("tr", {}, ...["source word", "", "weight α"].map((t) => (t ? node("th", { scope: "col" }, t) : node("td", { "aria-hidden": "true" }))))),
        body, foot))));
    for (const key of ["language", "score", "step"]) model.on(`change:${key}`, draw);
    draw();
  },
};
