// Sparse patterns. The masks are course_lib.layers.sparse; what is within reach is course_lib.layers.reach.reachable.
const STYLE = `
.course-lab .window-masks { display: flex; flex-wrap: wrap; gap: 1rem 1.75rem; align-items: flex-start; }
.course-lab .window-masks svg { width: 21rem; max-width: 100%; }
.course-lab .window-masks table { margin: 0; }
.course-lab .window-masks th[scope="row"] { font-weight: normal; }
.course-lab .window-key { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; margin: 0 0 0.5rem; font-size: 0.9rem; }
.course-lab .window-key i { display: inline-block; width: 0.9em; height: 0.9em; margin-right: 0.35em; border-radius: 2px; vertical-align: -0.08em; }`;
const NAMES = { window: "window", dilated: "dilated window", global: "global + local", random: "random" };

export function build({ n, pattern, window: k, dilation, globals, ranking }) {
  const grid = (f) => Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => f(i, j)));
  if (pattern === "dilated") return grid((i, j) => (i - j) % dilation === 0 && Math.abs(i - j) <= k * dilation);
  if (pattern === "global") return grid((i, j) => Math.abs(i - j) <= k || i < globals || j < globals);
  if (pattern === "random") {
    const kept = ranking.map((row) => new Set(row.slice(0, 2 * k + 1)));
    return grid((i, j) => kept[i].has(j));
  }
  return grid((i, j) => Math.abs(i - j) <= k);
}

export function reachable(mask, depth) {
  const n = mask.length, step = mask.map((row, i) => row.map((x, j) => x || i === j)); // the residual path keeps what a position has
  let seen = mask.map((row, i) => row.map((_, j) => i === j));
  for (let layer = 0; layer < depth; layer++) {
    seen = step.map((row) => Array.from({ length: n }, (_, j) => row.some((x, m) => x && seen[m][j])));
  }
  return seen;
}

const count = (grid) => grid.reduce((sum, row) => sum + row.filter(Boolean).length, 0);

export function layersNeeded(mask) {
  const n = mask.length;
  let seen = reachable(mask, 1);
  for (let depth = 1; depth < n; depth++) {
    if (count(seen) === n * n) return String(depth);
    seen = seen.map((row, i) => row.map((_, j) => mask[i].some((x, m) => (x || m === i) && seen[m][j])));
  }
  return "never";
}

const words = (x, digits = 0) => x.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });

export default {
  render({ model, el }) {
    const n = model.get("n"), keys = ["pattern", "window", "dilation", "globals", "depth"], id = `window-masks-${Math.random().toString(36).slice(2)}`;
    const put = (key, value) => { model.set(key, value); model.save_changes(); };
    const pattern = node("select", { id: `${id}-pattern`, "data-input": "pattern", onchange: (event) => put("pattern", event.target.value) },
      ...Object.entries(NAMES).map(([value, name]) => node("option", { value }, name)));
    const shown = {}, sliders = {}, labels = {};
    const slider = (key, text, min, max) => {
      sliders[key] = node("input", { type: "range", id: `${id}-${key}`, min: String(min), max: String(max), step: "1", "data-input": key, oninput: (event) => put(key, +event.target.value) });
      shown[key] = node("output", { for: sliders[key].id });
      return (labels[key] = node("label", { for: sliders[key].id }, node("span", {}, text, shown[key]), sliders[key]));
    };
    const controls = node("div", { class: "lab-controls" }, node("label", { for: pattern.id }, "pattern", pattern),
      slider("window", "keys on either side: ", 0, 8), slider("dilation", "dilation: ", 1, 6), slider("globals", "global positions: ", 0, 4), slider("depth", "layers: ", 1, 12));
    const values = {};
    const row = (label, key) => {
      values[key] = node("td", { "data-value": key });
      return node("tr", {}, node("th", { scope: "row" }, label), values[key]);
    };
    const table = node("table", {}, node("tbody", {}, row(`pairs looked at, of ${n * n}`, "pairs"), row("share of all, %", "share"), row("within reach through all layers", "reached"), row("layers until all is within reach", "layers")));
    const picture = node("div"), cell = 12, all = n * cell;
    const key = (hue, text) => node("span", {}, node("i", { style: `background: var(--course-${hue})` }), text);

    const draw = () => {
      const state = Object.fromEntries([...keys, "n", "ranking"].map((name) => [name, model.get(name)]));
      const mask = build(state), seen = reachable(mask, state.depth), pairs = count(mask);
      pattern.value = state.pattern;
      for (const name of keys.slice(1)) { sliders[name].value = String(state[name]); shown[name].textContent = String(state[name]); }
      sliders.dilation.disabled = state.pattern !== "dilated";
      sliders.globals.disabled = state.pattern !== "global";
      values.pairs.textContent = words(pairs);
      values.share.textContent = words((100 * pairs) / (n * n), 1);
      values.reached.textContent = words(count(seen));
      values.layers.textContent = layersNeeded(mask);
      const squares = (keep) => mask.flatMap((r, i) => r.map((_, j) => (keep(i, j) ? `M${j * cell + 1} ${i * cell + 1}h${cell - 2}v${cell - 2}h${2 - cell}z` : ""))).join("");
      picture.innerHTML = `<svg viewBox="0 0 ${all} ${all}" aria-hidden="true"><path fill="var(--course-grid)" d="${squares((i, j) => !mask[i][j] && !seen[i][j])}"/>`
        + `<path fill="var(--course-orange)" d="${squares((i, j) => !mask[i][j] && seen[i][j])}"/><path fill="var(--course-blue)" d="${squares((i, j) => mask[i][j])}"/></svg>`;
    };

    el.append(node("style", {}, STYLE), controls,
      node("p", { class: "window-key" }, key("blue", "looked at"), key("orange", "through more layers"), key("grid", "out of reach")),
      node("div", { class: "window-masks" }, picture, node("div", { class: "lab-scroll", role: "status", "aria-live": "polite" }, table)));
    for (const name of keys) model.on(`change:${name}`, draw);
    draw();
  },
};
