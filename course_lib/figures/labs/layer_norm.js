// LayerNorm on one token, or BatchNorm over a batch of three. Biased variance and epsilon inside the root, as in course_lib.layers.norms.
const HUES = ["blue", "orange", "green", "pink", "gold", "slate"];
const LIMIT = 1e6;

function moments(numbers) {
  const mean = numbers.reduce((a, b) => a + b, 0) / numbers.length;
  const variance = numbers.reduce((a, b) => a + (b - mean) ** 2, 0) / numbers.length;
  return { mean, variance };
}

export function normalise(x, gamma, beta, eps, over, neighbours, shift) {
  const batch = [x, ...neighbours.map((row, i) => row.map((v) => v + (i === 0 ? shift : 0)))];
  const statistics = x.map((_, j) => moments(over === "features" ? x : batch.map((row) => row[j])));
  const normalised = x.map((v, j) => (v - statistics[j].mean) / Math.sqrt(statistics[j].variance + eps));
  return { batch, statistics, normalised, result: normalised.map((v, j) => gamma[j] * v + beta[j]) };
}

export function sameOrder(a, b) {
  return a.every((_, i) => a.every((__, j) => Math.sign(a[i] - a[j]) === Math.sign(b[i] - b[j])));
}

const show = (x) => {
  if (!Number.isFinite(x)) return "0/0";
  if (Math.abs(x) >= 1e5) return x.toExponential(2).replace("-", "−");
  return (Math.abs(x) < 5e-4 ? 0 : x).toFixed(3).replace("-", "−");
};

function lines(x, result) {
  const W = 400, left = 24, room = W - 2 * left, top = 52, low = 140;
  const scaled = (row) => {
    const a = Math.min(...row), b = Math.max(...row);
    return (v) => left + (b > a ? (v - a) / (b - a) : 0.5) * room;
  };
  const from = scaled(x), to = scaled(result);
  const parts = [[top, "the features x, smallest to largest", top - 36], [low, "the result, smallest to largest", low + 44]].map(
    ([y, words, at]) => `<line x1="${left}" x2="${W - left}" y1="${y}" y2="${y}" stroke="var(--course-faint)"/><text x="${W / 2}" y="${at}" text-anchor="middle" font-size="13">${words}</text>`);
  x.forEach((v, j) => {
    const hue = `var(--course-${HUES[j % HUES.length]})`, a = from(v), b = to(result[j]);
    parts.push(`<line x1="${a}" y1="${top}" x2="${b}" y2="${low}" stroke="${hue}" stroke-width="2.5"/>`);
    for (const [cx, cy, dy] of [[a, top, -9], [b, low, 20]]) {
      parts.push(`<circle cx="${cx}" cy="${cy}" r="5" fill="${hue}"/><text x="${cx}" y="${cy + dy}" text-anchor="middle" font-size="13" font-weight="bold">${j + 1}</text>`);
    }
  });
  return `<svg viewBox="0 0 ${W} 190" width="100%" style="max-width:${W}px;margin:0 auto" aria-hidden="true">${parts.join("")}</svg>`;
}

const STYLE = `.course-lab .layer-norm table{table-layout:fixed;width:100%;max-width:34rem}
.course-lab .layer-norm :is(th,td){padding:.2rem .15rem}
.course-lab .layer-norm th.names{width:6rem;text-align:left}
.course-lab .layer-norm input[type="number"]{width:100%;min-width:0;padding:.1rem .25rem;text-align:right;appearance:textfield;-moz-appearance:textfield}
.course-lab .layer-norm input::-webkit-inner-spin-button{display:none}
.course-lab .layer-norm input[aria-invalid="true"]{border:2px solid var(--course-orange)}
.course-lab .layer-norm td.used{background:color-mix(in srgb,var(--course-blue) 16%,transparent)}
.course-lab .layer-norm tr.outcome :is(th,td){font-weight:700}
.course-lab .layer-norm p{margin:.5rem 0}
.course-lab .layer-norm fieldset label{margin-right:1rem}`;

export default {
  render({ model, el }) {
    const KEYS = ["x", "gamma", "beta", "eps", "over", "shift"];
    const start = Object.fromEntries(KEYS.map((key) => [key, structuredClone(model.get(key))]));
    const id = `layer-norm-${Math.random().toString(36).slice(2)}`;
    const put = (key, value) => { model.set(key, value); model.save_changes(); };
    const columns = start.x.map((_, j) => j);
    const words = { x: "token A, feature", gamma: "gamma", beta: "beta" };
    const entry = (key, j) => node("input", {
      type: "number", step: "any", min: -LIMIT, max: LIMIT, "data-input": `${key}-${j + 1}`, "aria-label": `${words[key]} ${j + 1}`,
      oninput: (event) => {
        const value = event.target.valueAsNumber, usable = Number.isFinite(value) && Math.abs(value) <= LIMIT;
        event.target.setAttribute("aria-invalid", String(!usable));
        if (usable) put(key, model.get(key).map((old, i) => (i === j ? value : old))); // an empty or unfinished number leaves the last one standing
      },
    });
    const inputs = Object.fromEntries(["x", "gamma", "beta"].map((key) => [key, columns.map((j) => entry(key, j))]));
    const cells = (name) => columns.map((j) => node("td", { "data-value": `${name}-${j + 1}` }));
    const row = (title, tds, kind = "") => node("tr", { class: kind }, node("th", { scope: "row" }, title), ...tds);
    const boxed = (key) => inputs[key].map((input) => node("td", {}, input));
    const A = boxed("x"), others = model.get("neighbours").map((_, i) => cells(`neighbour-${i + 1}`));
    const mean = cells("mean"), deviation = cells("deviation"), normalised = cells("normalised"), result = cells("result");

    const eps = node("select", { id: `${id}-eps`, "data-input": "eps", onchange: (event) => put("eps", +event.target.value) },
      ...[...new Set([0, 1e-12, 1e-5, 1e-2, 1, 100, start.eps])].sort((a, b) => a - b).map((v) => node("option", { value: String(v) }, v && v < 0.01 ? v.toExponential(0) : String(v))));
    const choice = (value, title) => {
      const radio = node("input", { type: "radio", name: `${id}-over`, value, "data-input": `over-${value}`, id: `${id}-${value}`, onchange: () => put("over", value) });
      return [radio, node("label", { class: "lab-inline", for: radio.id }, radio, title)];
    };
    const [byFeatures, labelFeatures] = choice("features", "A's own features (LayerNorm)");
    const [byBatch, labelBatch] = choice("batch", "each feature over the batch (BatchNorm, training)");
    const shift = node("input", { type: "range", min: "-20", max: "20", step: "1", id: `${id}-shift`, "data-input": "shift", oninput: (event) => put("shift", +event.target.value) });
    const moved = node("output", { for: shift.id, "data-value": "shift" });
    const reset = node("button", { type: "button", "data-action": "reset", onclick: () => {
      KEYS.forEach((key) => model.set(key, structuredClone(start[key])));
      model.save_changes();
      fill();
    } }, "Reset");
    const says = node("p", { role: "status", "aria-live": "polite" });
    const value = (name) => node("output", { "data-value": name });
    const summary = { mean: value("mean"), variance: value("variance"), deviation: value("deviation") };
    const summing = node("p", {}, "μ = ", summary.mean, ",  σ² = ", summary.variance, ",  √(σ² + ε) = ", summary.deviation);
    const picture = node("div");
    const meanRow = row("mean", mean), deviationRow = row("√(σ² + ε)", deviation);

    const fill = () => { // the boxes, only when something other than typing changed them
      for (const [key, boxes] of Object.entries(inputs)) {
        boxes.forEach((box, j) => { box.value = String(model.get(key)[j]); box.setAttribute("aria-invalid", "false"); });
      }
    };
    const draw = () => {
      const [x, gamma, beta, epsilon, over, by] = KEYS.map((key) => model.get(key));
      const numbers = normalise(x, gamma, beta, epsilon, over, model.get("neighbours"), by);
      const batchwise = over === "batch", stats = numbers.statistics;
      eps.value = String(epsilon);
      byFeatures.checked = !batchwise;
      byBatch.checked = batchwise;
      shift.value = String(by);
      moved.textContent = String(by).replace("-", "−");
      A.forEach((td) => td.classList.add("used"));
      others.forEach((tds, i) => tds.forEach((td, j) => {
        td.textContent = String(+numbers.batch[i + 1][j].toFixed(3)).replace("-", "−");
        td.classList.toggle("used", batchwise);
      }));
      meanRow.hidden = deviationRow.hidden = !batchwise;
      summing.hidden = batchwise;
      columns.forEach((j) => {
        mean[j].textContent = show(stats[j].mean);
        deviation[j].textContent = show(Math.sqrt(stats[j].variance + epsilon));
        normalised[j].textContent = show(numbers.normalised[j]);
        result[j].textContent = show(numbers.result[j]);
      });
      summary.mean.textContent = show(stats[0].mean);
      summary.variance.textContent = show(stats[0].variance);
      summary.deviation.textContent = show(Math.sqrt(stats[0].variance + epsilon));
      const defined = numbers.result.every(Number.isFinite);
      const order = defined && sameOrder(x, numbers.result);
      says.dataset.value = "order";
      says.textContent = !defined ? "Not a number: the variance is 0 and so is ε. This is what ε is for."
        : order ? "The features keep their order." : "The features changed their order: lines cross.";
      picture.innerHTML = defined ? lines(x, numbers.result) : "";
    };

    el.append(node("style", {}, STYLE), node("div", { class: "layer-norm" },
      node("div", { class: "lab-controls" },
        node("fieldset", {}, node("legend", {}, "mean and deviation over"), labelFeatures, labelBatch),
        node("label", { for: eps.id }, "epsilon ε", eps),
        node("label", { for: shift.id }, node("span", {}, "add to token B: ", moved), shift), reset),
      node("div", { class: "lab-scroll" }, node("table", {},
        node("thead", {}, node("tr", {}, node("th", { scope: "col", class: "names" }, "feature"), ...columns.map((j) => node("th", { scope: "col" }, String(j + 1))))),
        node("tbody", {}, row("token A, x", A), ...others.map((tds, i) => row(`token ${"BCDE"[i]}`, tds)), meanRow, deviationRow,
          row("normalised", normalised), row("scale γ", boxed("gamma")), row("shift β", boxed("beta")), row("A's result", result, "outcome")))),
      summing, says, picture));
    for (const key of KEYS) model.on(`change:${key}`, draw);
    for (const key of ["x", "gamma", "beta"]) {
      model.on(`change:${key}`, () => { if (document.activeElement?.type !== "number" || !el.contains(document.activeElement)) fill(); });
    }
    fill();
    draw();
  },
};
