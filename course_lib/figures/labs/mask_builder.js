// A mask to build. The rules are course_lib's masks, and what is visible after some layers is course_lib.layers.reach.reachable.
const STYLE = `
.course-lab .mask-builder table { margin: 0; table-layout: fixed; width: auto; }
.course-lab .mask-builder :is(th, td) { padding: 1px; border: 0; text-align: center; width: 2.1rem; font-weight: normal; }
.course-lab .mask-builder th[scope="row"] { width: 5.6rem; text-align: right; padding-right: 0.4rem; white-space: nowrap; }
.course-lab .mask-builder caption { caption-side: top; text-align: left; font-weight: 600; color: var(--course-ink); padding: 0 0 0.3rem; }
.course-lab .mask-builder .mask-grids { display: flex; flex-wrap: wrap; gap: 1rem 1.5rem; }
.course-lab .mask-builder td button, .course-lab .mask-builder td span { display: flex; align-items: center; justify-content: center; width: 1.95rem; height: 1.95rem; min-height: 0; padding: 0; border: 1px solid var(--course-grid); border-radius: 0.2rem; background: var(--course-paper); color: var(--course-ink); }
.course-lab .mask-builder td button[aria-pressed="true"], .course-lab .mask-builder td span.direct { background: var(--course-blue); color: var(--course-paper); border-color: var(--course-blue); }
.course-lab .mask-builder td span.indirect { border: 2px dashed var(--course-blue); }
.course-lab .mask-builder td :is(button[aria-pressed="true"], span.direct).future { background: var(--course-orange); border-color: var(--course-orange); }
.course-lab .mask-builder td span.indirect.future { border-color: var(--course-orange); }
.course-lab .mask-builder tr.padding th[scope="row"] { color: var(--course-faint); font-style: italic; }
.course-lab .mask-says { margin: 0.75rem 0 0; }
@media (max-width: 30rem) {
  .course-lab .mask-builder :is(th, td) { width: 1.9rem; }
  .course-lab .mask-builder td button, .course-lab .mask-builder td span { width: 1.75rem; height: 1.75rem; }
}`;

export function build({ n, causal, real, side, window: reach, flips }) {
  const isReal = (j) => (side === "right" ? j < real : j >= n - real);
  const mask = Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => (!causal || j <= i) && Math.abs(i - j) <= reach && isReal(j)));
  for (const [i, j] of flips) mask[i][j] = !mask[i][j];
  return { mask, isReal };
}

export function reachable(mask, depth) {
  const n = mask.length, step = mask.map((row, i) => row.map((x, j) => x || i === j)); // the residual path keeps what a position has
  let seen = mask.map((row, i) => row.map((_, j) => i === j));
  for (let layer = 0; layer < depth; layer++) {
    seen = step.map((row) => Array.from({ length: n }, (_, j) => row.some((x, k) => x && seen[k][j])));
  }
  return seen;
}

const places = (row) => row.map((x, j) => (x ? j + 1 : 0)).filter(Boolean).join(" ") || "nothing";
const count = (grid, keep = () => true) => grid.reduce((sum, row, i) => sum + row.filter((x, j) => x && keep(i, j)).length, 0);

export default {
  render({ model, el }) {
    const tokens = model.get("tokens"), n = tokens.length, keys = ["causal", "real", "side", "window", "depth", "flips"];
    const start = Object.fromEntries(keys.map((key) => [key, model.get(key)]));
    const id = `mask-builder-${Math.random().toString(36).slice(2)}`;
    const put = (key, value) => { model.set(key, value); model.save_changes(); };
    const slider = (key, min, max) => node("input", { type: "range", id: `${id}-${key}`, min: String(min), max: String(max), step: "1", "data-input": key, oninput: (event) => put(key, +event.target.value) });
    const causal = node("input", { type: "checkbox", id: `${id}-causal`, "data-input": "causal", onchange: (event) => put("causal", event.target.checked) });
    const real = slider("real", 1, n), window_ = slider("window", 0, n - 1), depth = slider("depth", 1, 6);
    const side = node("select", { id: `${id}-side`, "data-input": "side", onchange: (event) => put("side", event.target.value) },
      node("option", { value: "right" }, "on the right"), node("option", { value: "left" }, "on the left"));
    const reset = node("button", { type: "button", "data-action": "reset", onclick: () => { keys.forEach((key) => model.set(key, start[key])); model.save_changes(); } }, "Reset");
    const shown = Object.fromEntries(["real", "window", "depth"].map((key) => [key, node("output", { for: `${id}-${key}` })]));

    const flip = (i, j) => {
      const flips = model.get("flips"), without = flips.filter(([a, b]) => a !== i || b !== j);
      put("flips", without.length < flips.length ? without : [...flips, [i, j]]);
    };
    const buttons = tokens.map((_, i) => tokens.map((_, j) => node("button", {
      type: "button", "data-input": `cell-${i + 1}-${j + 1}`, tabindex: i || j ? "-1" : "0", onclick: () => flip(i, j),
      onkeydown: (event) => { // one stop for the Tab key, arrows inside
        const [a, b] = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0] }[event.key] ?? [0, 0];
        const next = buttons[i + a]?.[j + b];
        if (!(a || b) || !next) return;
        event.preventDefault();
        buttons.flat().forEach((button) => button.setAttribute("tabindex", button === next ? "0" : "-1"));
        next.focus();
      },
    })));
    const dots = tokens.map(() => tokens.map(() => node("span")));
    const names = [[], []], rows = [[], []];
    const grid = (caption, cells, which) => node("table", {}, node("caption", {}, ...caption),
      node("thead", {}, node("tr", {}, node("td"), ...tokens.map((_, j) => node("th", { scope: "col" }, String(j + 1))))),
      node("tbody", {}, ...cells.map((row, i) => {
        names[which][i] = node("th", { scope: "row" });
        rows[which][i] = node("tr", {}, names[which][i], ...row.map((cell) => node("td", {}, cell)));
        return rows[which][i];
      })));
    const layers = node("span");
    const values = Object.fromEntries(["allowed", "reached", "future", "empty"].map((key) => [key, node("b", { "data-value": key })]));
    const sees = node("span", { "data-value": "sees-1" }), learns = node("span", { "data-value": "learns-1" });
    const says = node("p", { class: "mask-says", role: "status", "aria-live": "polite" });

    const draw = () => {
      const state = Object.fromEntries(keys.map((key) => [key, model.get(key)]));
      const { mask, isReal } = build({ n, ...state }), seen = reachable(mask, state.depth);
      causal.checked = state.causal;
      real.value = String(state.real); window_.value = String(state.window); depth.value = String(state.depth); side.value = state.side;
      shown.real.textContent = String(state.real);
      shown.window.textContent = state.window >= n - 1 ? "all" : String(state.window);
      shown.depth.textContent = layers.textContent = String(state.depth);
      mask.forEach((row, i) => {
        const name = `${isReal(i) ? tokens[i] : "[pad]"} ${i + 1}`;
        for (const which of [0, 1]) { names[which][i].textContent = name; rows[which][i].classList.toggle("padding", !isReal(i)); }
        row.forEach((allowed, j) => {
          const button = buttons[i][j], dot = dots[i][j], direct = seen[i][j] && (allowed || i === j);
          button.setAttribute("aria-pressed", String(allowed));
          button.setAttribute("aria-label", `${i + 1} sees ${j + 1}`);
          button.textContent = allowed ? "●" : "";
          button.classList.toggle("future", j > i && state.causal);
          dot.className = `${seen[i][j] ? (direct ? "direct" : "indirect") : ""} ${j > i && state.causal ? "future" : ""}`;
          dot.textContent = seen[i][j] ? (direct ? "●" : "○") : "";
        });
      });
      values.allowed.textContent = String(count(mask));
      values.reached.textContent = String(count(seen));
      values.future.textContent = String(count(seen, (i, j) => j > i));
      values.empty.textContent = mask.map((row, i) => (row.some(Boolean) ? 0 : i + 1)).filter(Boolean).join(" ") || "none";
      sees.textContent = places(mask[0]);
      learns.textContent = places(seen[0]);
    };

    says.append("The mask allows ", values.allowed, ` of ${n * n} pairs. Through all layers `, values.reached, " positions are within reach, ",
      values.future, " of them in the future. Position 1 sees: ", sees, "; it can learn of: ", learns, ". Rows with nothing to see: ", values.empty, ".");
    el.append(node("style", {}, STYLE), node("div", { class: "mask-builder" },
      node("div", { class: "lab-controls" },
        node("label", { class: "lab-inline", for: causal.id }, causal, "causal: hide later positions"),
        node("label", { for: real.id }, node("span", {}, "real tokens: ", shown.real), real),
        node("label", { for: side.id }, "padding stands", side),
        node("label", { for: window_.id }, node("span", {}, "window to either side: ", shown.window), window_),
        node("label", { for: depth.id }, node("span", {}, "layers: ", shown.depth), depth),
        reset),
      node("div", { class: "mask-grids" },
        node("div", { class: "lab-scroll" }, grid(["The mask: press a cell"], buttons, 0)),
        node("div", { class: "lab-scroll" }, grid(["Can learn of, layers: ", layers], dots, 1))),
      says));
    for (const key of keys) model.on(`change:${key}`, draw);
    draw();
  },
};
