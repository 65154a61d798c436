// Scores into weights, row by row, with the causal mask on or off: course_lib.layers.masks.masked_softmax.
const STYLE = `
.course-lab .masked-scores table { margin: 0 0 0.5rem; }
.course-lab .masked-scores :is(th, td) { padding: 0.25rem 0.4rem; }
.course-lab .masked-scores tr.chosen :is(th, td) { font-weight: 700; }
.course-lab .masked-scores td.hidden { color: var(--course-faint); border-bottom-style: dashed; }
.course-lab .masked-scores .bar { display: block; height: 0.35rem; background: var(--course-blue); border-radius: 0.1rem; }
.course-lab .masked-scores input[type="number"] { width: 4.6rem; text-align: right; }
.course-lab .masked-scores p { margin: 0.25rem 0; }
@media (max-width: 30rem) { .course-lab .masked-scores :is(th, td) { padding: 0.2rem 0.2rem; font-size: 0.8rem; } }`;

export function weigh(row, legal) {
  const top = Math.max(...row.filter((_, j) => legal(j)));
  const exps = row.map((s, j) => (legal(j) ? Math.exp(s - top) : 0)); // the largest is taken off so that exp cannot overflow
  const total = exps.reduce((a, b) => a + b, 0);
  return exps.map((e) => e / total);
}

export default {
  render({ model, el }) {
    const id = `masked-${Math.random().toString(36).slice(2)}`;
    const put = (key, value) => { model.set(key, value); model.save_changes(); };
    const words = model.get("words"), L = words.length;
    const causal = node("input", { type: "checkbox", id: `${id}-causal`, "data-input": "causal", onchange: (event) => put("causal", event.target.checked) });
    const row = node("select", { id: `${id}-row`, "data-input": "row", onchange: (event) => put("row", +event.target.value) },
      ...words.map((word, i) => node("option", { value: String(i + 1) }, word)));
    const fields = words.map((word, j) => node("input", { type: "number", step: "0.1", id: `${id}-${j}`, "data-input": `score-${j + 1}`, oninput: (event) => {
      const value = event.target.valueAsNumber, scores = model.get("scores").map((line) => [...line]);
      if (!Number.isFinite(value)) return;
      scores[model.get("row") - 1][j] = value;
      put("scores", scores);
    } }));
    const cells = words.map((_, i) => words.map((_, j) => node("td", { "data-value": `weight-${i + 1}-${j + 1}` })));
    const lines = words.map((word, i) => node("tr", {}, node("th", { scope: "row" }, word), ...cells[i]));
    const asks = node("span"), ahead = node("span", { "data-value": "ahead" });

    const draw = () => {
      const scores = model.get("scores"), chosen = Math.min(model.get("row"), L) - 1, masked = model.get("causal");
      causal.checked = masked;
      row.value = String(chosen + 1);
      fields.forEach((field, j) => { if (document.activeElement !== field && el.getRootNode().activeElement !== field) field.value = String(scores[chosen][j]); });
      let later = 0;
      scores.forEach((line, i) => {
        const legal = (j) => !masked || j <= i;
        weigh(line, legal).forEach((weight, j) => {
          const bar = node("span", { class: "bar", "aria-hidden": "true" });
          bar.style.width = `${100 * weight}%`;
          cells[i][j].className = legal(j) ? "" : "hidden";
          cells[i][j].replaceChildren(weight.toFixed(3), bar);
          if (i === chosen && j > i) later += weight;
        });
        lines[i].className = i === chosen ? "chosen" : "";
      });
      asks.textContent = words[chosen];
      ahead.textContent = later.toFixed(3);
    };

    el.append(node("style", {}, STYLE), node("div", { class: "masked-scores" },
      node("div", { class: "lab-controls" },
        node("label", { for: causal.id, class: "lab-inline" }, causal, "causal mask"),
        node("label", { for: row.id }, "row (who asks)", row)),
      node("div", { class: "lab-controls", role: "group", "aria-label": "scores of this row" },
        ...fields.map((field, j) => node("label", { for: field.id }, node("span", {}, "score of ", words[j]), field))),
      node("div", { class: "lab-scroll" }, node("table", {},
        node("thead", {}, node("tr", {}, node("td", {}, "weights"), ...words.map((word) => node("th", { scope: "col" }, word)))),
        node("tbody", {}, ...lines))),
      node("p", { role: "status", "aria-live": "polite" }, "Weight that ", asks, " gives to later tokens: ", ahead)));
    for (const key of ["scores", "causal", "row"]) model.on(`change:${key}`, draw);
    draw();
  },
};
