// One attention head at one position. The numbers are course_lib's: softmax over the legal scores, then the weighted sum of the values.
const STEPS = ["scores", "exp", "weights", "weighted sum"];
const HUES = ["blue", "orange", "green", "pink", "gold", "slate"];
const STYLE = `
.course-lab .one-head table { margin: 0; table-layout: auto; }
.course-lab .one-head :is(th, td) { padding: 0.25rem 0.4rem; min-width: 2.9rem; }
.course-lab .one-head th:first-child { min-width: 2rem; text-align: left; }
.course-lab .one-head input[type="number"] { width: 5rem; padding: 0.2rem 0.3rem; text-align: right; }
.course-lab .one-head-hidden :is(th, td) { color: var(--course-faint); border-bottom-style: dashed; }
.course-lab .one-head-hidden th span { display: block; font-weight: normal; font-size: 0.8rem; }
.course-lab .one-head button[aria-disabled="true"] { color: var(--course-faint); border-style: dashed; }
.course-lab .one-head-says { margin: 0.25rem 0 0.5rem; font-weight: 600; }
.course-lab .one-head tfoot :is(th, td) { font-weight: 700; border-bottom: 0; }
@media (max-width: 30rem) {
  .course-lab .one-head :is(th, td) { padding: 0.25rem 0.15rem; min-width: 2.5rem; font-size: 0.8rem; }
  .course-lab .one-head th:first-child { min-width: 1.5rem; }
  .course-lab .one-head input[type="number"] { width: 3.6rem; font-size: 0.8rem; appearance: textfield; -moz-appearance: textfield; }
  .course-lab .one-head input[type="number"]::-webkit-inner-spin-button { display: none; }
}`;
const SAYS = [
  "Step 1. One score for each key the query may see.",
  "Step 2. exp makes every score positive and keeps the order.",
  "Step 3. Divide by the sum of the exps: weights that sum to 1.",
  "Step 4. Multiply each value by its weight and add.",
];

export function head(scores, values, query, causal) {
  const legal = scores.map((_, j) => !causal || j < query);
  const top = Math.max(...scores.filter((_, j) => legal[j]));
  const shifted = scores.map((s, j) => (legal[j] ? Math.exp(s - top) : 0)); // subtracting the largest keeps exp from overflowing
  const total = shifted.reduce((a, b) => a + b, 0);
  const weights = shifted.map((e) => e / total);
  const products = weights.map((w, j) => w * values[j]);
  return { legal, exps: scores.map(Math.exp), weights, products, output: products.reduce((a, b) => a + b, 0) };
}

const show = (x) => {
  if (!Number.isFinite(x)) return "∞";
  if (Math.abs(x) >= 1e5) return x.toExponential(2);
  return (Math.abs(x) < 5e-4 ? 0 : x).toFixed(3).replace("-", "−");
};

const wide = () => (window.innerWidth < 560 ? 300 : 520); // so that text in the picture keeps its size on a phone

function columns(numbers, values, step) {
  const W = wide(), H = 200, left = 34, base = 160, room = 130;
  const top = Math.max(1e-9, ...values.map(Math.abs)), low = Math.min(0, ...values), high = Math.max(0, ...values);
  const scale = room / (high - low || 1), zero = base + low * scale;
  const parts = [`<line x1="${left}" x2="${W}" y1="${zero}" y2="${zero}" stroke="var(--course-faint)"/>`];
  let x = left;
  numbers.weights.forEach((w, j) => {
    const width = w * (W - left), height = values[j] * scale, hue = `var(--course-${HUES[j % HUES.length]})`;
    if (width > 0.5) {
      const filled = step === 4 ? hue : "none";
      parts.push(`<rect x="${x}" y="${Math.min(zero, zero - height) - 1.5}" width="${width - 1}" height="${Math.abs(height) + 3}" fill="${filled}" stroke="${hue}" stroke-width="2"/>`);
      if (width > 14) parts.push(`<text x="${x + width / 2}" y="${base + 22}" text-anchor="middle" font-size="13">${j + 1}</text>`);
    }
    x += width;
  });
  parts.push(`<text x="${(left + W) / 2}" y="${H - 2}" text-anchor="middle" font-size="12">key: width is weight, height is value</text>`);
  parts.push(`<text x="${left - 5}" y="${zero + 4}" text-anchor="end" font-size="12">0</text>`);
  if (high > 0) parts.push(`<text x="${left - 5}" y="${zero - high * scale + 4}" text-anchor="end" font-size="12">${+high.toFixed(2)}</text>`);
  if (step === 4) {
    const y = zero - numbers.output * scale;
    parts.push(`<line x1="${left}" x2="${W}" y1="${y}" y2="${y}" stroke="var(--course-ink)" stroke-width="2" stroke-dasharray="7 5"/>`);
    parts.push(`<text x="${W - 2}" y="${y - 6}" text-anchor="end" font-size="14" font-weight="bold">output ${show(numbers.output)}</text>`);
  }
  return `<svg viewBox="0 0 ${W} ${H}" width="100%" style="max-width:${W}px" aria-hidden="true">${parts.join("")}</svg>`;
}

function bars(heights, legal, what) { // steps 1 and 2, before there are widths
  const W = wide(), H = 200, left = 34, base = 160, room = 130, each = (W - left) / heights.length;
  const seen = heights.map((x, j) => (legal[j] && Number.isFinite(x) ? x : 0));
  const low = Math.min(0, ...seen), high = Math.max(0, ...seen), scale = room / (high - low || 1), zero = base + low * scale;
  const parts = [`<line x1="${left}" x2="${W}" y1="${zero}" y2="${zero}" stroke="var(--course-faint)"/>`];
  seen.forEach((x, j) => {
    const middle = left + (j + 0.5) * each, hue = `var(--course-${HUES[j % HUES.length]})`;
    if (legal[j]) parts.push(`<line x1="${middle}" x2="${middle}" y1="${zero}" y2="${zero - x * scale}" stroke="${hue}" stroke-width="6"/><circle cx="${middle}" cy="${zero - x * scale}" r="6" fill="${hue}"/>`);
    parts.push(`<text x="${middle}" y="${base + 22}" text-anchor="middle" font-size="13">${j + 1}</text>`);
  });
  parts.push(`<text x="${(left + W) / 2}" y="${H - 2}" text-anchor="middle" font-size="12">key: height is ${what}</text>`);
  return `<svg viewBox="0 0 ${W} ${H}" width="100%" style="max-width:${W}px" aria-hidden="true">${parts.join("")}</svg>`;
}

export default {
  render({ model, el }) {
    const start = { scores: [...model.get("scores")], values: [...model.get("values")], query: model.get("query"), causal: model.get("causal"), step: 1 };
    const id = `one-head-${Math.random().toString(36).slice(2)}`;
    const put = (key, value) => { model.set(key, value); model.save_changes(); };
    const entry = (key, j) => {
      const kind = key.slice(0, -1);
      const read = (event) => {
        const x = event.target.valueAsNumber;
        event.target.setAttribute("aria-invalid", String(!Number.isFinite(x)));
        if (!Number.isFinite(x)) return; // while someone is typing "-"
        put(key, model.get(key).map((old, i) => (i === j ? Math.min(1000, Math.max(-1000, x)) : old)));
      };
      return node("input", { type: "number", step: "any", min: "-1000", max: "1000", "data-input": `${kind}-${j + 1}`, "aria-label": `${kind} of key ${j + 1}`, oninput: read });
    };

    const back = node("button", { type: "button", "data-action": "back", onclick: () => put("step", Math.max(1, model.get("step") - 1)) }, "◀ Back");
    const next = node("button", { type: "button", "data-action": "next", onclick: () => put("step", Math.min(4, model.get("step") + 1)) }, "Next ▶");
    const reset = node("button", { type: "button", "data-action": "reset", onclick: () => { Object.keys(start).forEach((key) => model.set(key, start[key])); model.save_changes(); fill(); } }, "Reset");
    const query = node("select", { id: `${id}-query`, "data-input": "query", onchange: (event) => put("query", +event.target.value) },
      ...start.scores.map((_, j) => node("option", { value: String(j + 1) }, `position ${j + 1}`)));
    const causal = node("input", { type: "checkbox", id: `${id}-causal`, "data-input": "causal", onchange: (event) => put("causal", event.target.checked) });
    const says = node("p", { role: "status", "aria-live": "polite", class: "one-head-says" });
    const cells = start.scores.map((_, j) => ({ row: node("tr"), score: entry("scores", j), value: entry("values", j), exp: node("td"), weight: node("td"), product: node("td"), seen: node("span") }));
    cells.forEach((c, j) => {
      for (const name of ["exp", "weight", "product"]) c[name].dataset.value = `${name}-${j + 1}`;
      c.row.append(node("th", { scope: "row" }, `${j + 1} `, c.seen), node("td", {}, c.score), c.exp, c.weight, node("td", {}, c.value), c.product);
    });
    const total = node("td", { "data-value": "exp-sum" }), one = node("td", { "data-value": "weight-sum" }), output = node("td", { "data-value": "output" });
    const table = node("table", {},
      node("thead", {}, node("tr", {}, ...["key", "score s", "exp s", "weight α", "value v", "α v"].map((t) => node("th", { scope: "col" }, t)))),
      node("tbody", {}, ...cells.map((c) => c.row)),
      node("tfoot", {}, node("tr", {}, node("th", { scope: "row" }, "sum"), node("td"), total, one, node("td"), output)));
    const picture = node("div");

    const fill = () => { // the inputs, only when something other than typing changed them
      cells.forEach((c, j) => {
        c.score.value = String(+model.get("scores")[j].toFixed(4));
        c.value.value = String(+model.get("values")[j].toFixed(4));
      });
    };
    const draw = () => {
      const step = model.get("step"), scores = model.get("scores"), values = model.get("values");
      const numbers = head(scores, values, model.get("query"), model.get("causal"));
      query.value = String(model.get("query"));
      causal.checked = model.get("causal");
      says.textContent = SAYS[step - 1];
      back.setAttribute("aria-disabled", String(step === 1)); // not `disabled`, which would drop the keyboard's focus
      next.setAttribute("aria-disabled", String(step === 4));
      cells.forEach((c, j) => {
        const seen = numbers.legal[j];
        c.seen.textContent = seen ? "" : "hidden";
        c.row.classList.toggle("one-head-hidden", !seen);
        c.exp.textContent = step >= 2 ? (seen ? show(numbers.exps[j]) : "–") : "";
        c.weight.textContent = step >= 3 ? show(numbers.weights[j]) : "";
        c.product.textContent = step >= 4 ? show(numbers.products[j]) : "";
      });
      total.textContent = step >= 2 ? show(numbers.exps.reduce((a, e, j) => a + (numbers.legal[j] ? e : 0), 0)) : "";
      one.textContent = step >= 3 ? show(numbers.weights.reduce((a, b) => a + b, 0)) : "";
      output.textContent = step >= 4 ? show(numbers.output) : "";
      picture.innerHTML = step >= 3 ? columns(numbers, values, step) : step === 2 ? bars(numbers.exps, numbers.legal, "exp s") : bars(scores, numbers.legal, "score");
    };

    el.append(
      node("style", {}, STYLE),
      node("div", { class: "one-head" },
        node("div", { class: "lab-controls" },
          node("div", { role: "group", "aria-label": "Steps" }, back, " ", next, " ", reset),
          node("label", { for: query.id }, "the query stands at", query),
          node("label", { class: "lab-inline", for: causal.id }, causal, "causal: hide later positions")),
        says, node("div", { class: "lab-scroll" }, table), picture));
    for (const key of Object.keys(start)) model.on(`change:${key}`, draw);
    for (const key of ["scores", "values"]) model.on(`change:${key}`, () => { if (!el.contains(document.activeElement) || document.activeElement.type !== "number") fill(); });
    fill();
    draw();
  },
};
