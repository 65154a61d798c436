// A race of seven optimizers over a loss of two weights. Heights and slopes are those of course_lib.training.landscapes, the updates those of
// course_lib.training.optimizers, in double precision; the noise was drawn by PyTorch and comes with the state.
const LOST = 1e6, MOST = 300, DECAY = 0.1, FLOOR = 1e-9;
const NAMES = ["SGD", "momentum", "Nesterov", "Adagrad", "RMSProp", "Adam", "AdamW"];
const HUES = ["blue", "orange", "green", "pink", "gold", "slate", "ink"];
const DASHES = ["", "7 3", "7 3 2 3", "2 3", "10 3", "1 3", "10 3 2 3"];
const KEYS = ["surface", "x", "y", "steps", "beta", "noise", "factor", "rates", "racing"];

const bowl = (r) => ({ h: (x, y) => (x * x + r * y * y) / 2, g: (x, y) => [x, r * y] });
const dip = (w, d = 0.8) => {
  const bell = (x, y) => Math.exp(-((x - 3) ** 2 + y * y) / (2 * w * w));
  return {
    h: (x, y) => (x * x + y * y) / 8 - d * bell(x, y),
    g: (x, y) => { const b = (d * bell(x, y)) / (w * w); return [x / 4 + b * (x - 3), y / 4 + b * y]; },
  };
};
const turned = ({ h, g }, degrees) => {
  const c = Math.cos((degrees * Math.PI) / 180), s = Math.sin((degrees * Math.PI) / 180);
  return {
    h: (x, y) => h(c * x + s * y, c * y - s * x),
    g: (x, y) => { const [u, v] = g(c * x + s * y, c * y - s * x); return [c * u - s * v, s * u + c * v]; },
  };
};
export const SURFACES = {
  "round bowl": bowl(1),
  "narrow valley": bowl(25),
  "narrow valley, turned": turned(bowl(25), 45),
  saddle: { h: (x, y) => x * x / 2 - y * y / 2 + y ** 4 / 4, g: (x, y) => [x, y ** 3 - y] },
  plateau: {
    h: (x, y) => 1 - Math.exp(-(x * x + y * y) / 2),
    g: (x, y) => { const e = Math.exp(-(x * x + y * y) / 2); return [x * e, y * e]; },
  },
  "narrow dip": dip(0.2),
  "wide dip": dip(0.7),
  "bent valley": {
    h: (x, y) => (1 - x) ** 2 + 10 * (y - x * x) ** 2,
    g: (x, y) => [-2 * (1 - x) - 40 * x * (y - x * x), 20 * (y - x * x)],
  },
  "four valleys": {
    h: (x, y) => ((x * x + y - 11) ** 2 + (x + y * y - 7) ** 2 + (x - 3) ** 2 + (y - 2) ** 2) / 100,
    g: (x, y) => {
      const a = x * x + y - 11, b = x + y * y - 7;
      return [(4 * x * a + 2 * b + 2 * (x - 3)) / 100, (2 * a + 4 * y * b + 2 * (y - 2)) / 100];
    },
  },
};

// One step for one weight: p its value, g its gradient, m its memory.
export const UPDATES = {
  SGD: (p, g, m, rate) => p - rate * g,
  momentum: (p, g, m, rate, beta) => { m.v = beta * (m.v ?? 0) + (1 - beta) * g; return p - rate * m.v; },
  Nesterov: (p, g, m, rate, beta) => { m.b = beta * (m.b ?? 0) + g; return p - rate * (1 - beta) * (g + beta * m.b); },
  Adagrad: (p, g, m, rate) => { m.s = (m.s ?? 0) + g * g; return p - (rate * g) / (Math.sqrt(m.s) + 1e-10); },
  RMSProp: (p, g, m, rate) => { m.v = 0.99 * (m.v ?? 0) + (1 - 0.99) * g * g; return p - (rate * g) / (Math.sqrt(m.v) + 1e-8); },
  Adam: (p, g, m, rate, beta) => {
    m.t = (m.t ?? 0) + 1;
    m.m = beta * (m.m ?? 0) + (1 - beta) * g;
    m.v = 0.999 * (m.v ?? 0) + (1 - 0.999) * g * g;
    return p - (rate / (1 - beta ** m.t)) * m.m / (Math.sqrt(m.v) / Math.sqrt(1 - 0.999 ** m.t) + 1e-8);
  },
  AdamW: (p, g, m, rate, beta) => UPDATES.Adam(p * (1 - rate * DECAY), g, m, rate, beta),
};

export function race(name, surface, { x, y, steps, beta, noise, factor, rate, draws }) {
  const path = [[x, y]], memory = [{}, {}];
  let now = [x, y];
  for (let k = 0; k < steps; k++) {
    const slope = surface.g(...now).map((g, i) => factor * (g + noise * draws[k][i]));
    now = now.map((p, i) => UPDATES[name](p, slope[i], memory[i], rate, beta));
    path.push(now);
    if (!(Math.max(Math.abs(now[0]), Math.abs(now[1])) <= LOST)) break; // off every map, or not a number
  }
  return path;
}

const W = 400, H = 300; // of the map
function frame([left, right, bottom, top]) {
  return {
    to: (x, y) => [((x - left) / (right - left)) * W, H - ((y - bottom) / (top - bottom)) * H],
    from: (u, v) => [left + (u / W) * (right - left), bottom + ((H - v) / H) * (top - bottom)],
  };
}

function contours(surface, extent, low) { // marching squares on a grid, levels that part the picture evenly
  const N = 72, [left, right, bottom, top] = extent, { to } = frame(extent);
  const xs = Array.from({ length: N + 1 }, (_, i) => left + (i / N) * (right - left));
  const ys = Array.from({ length: N + 1 }, (_, j) => bottom + (j / N) * (top - bottom));
  const z = ys.map((y) => xs.map((x) => surface.h(x, y)));
  const sorted = z.flat().sort((a, b) => a - b), COUNT = 13;
  const parts = [];
  for (let k = 1; k <= COUNT; k++) {
    const level = sorted[Math.floor((k / (COUNT + 1)) * sorted.length)];
    let d = "";
    for (let j = 0; j < N; j++) for (let i = 0; i < N; i++) {
      const corners = [[i, j], [i + 1, j], [i + 1, j + 1], [i, j + 1]], cuts = [];
      for (let e = 0; e < 4; e++) {
        const [a, b] = corners[e], [c, f] = corners[(e + 1) % 4], za = z[b][a] - level, zb = z[f][c] - level;
        if (za < 0 !== zb < 0) { const t = za / (za - zb); cuts.push(to(xs[a] + t * (xs[c] - xs[a]), ys[b] + t * (ys[f] - ys[b]))); }
      }
      for (let e = 0; e + 1 < cuts.length; e += 2) d += `M${cuts[e].map((v) => v.toFixed(1))}L${cuts[e + 1].map((v) => v.toFixed(1))}`;
    }
    parts.push(`<path d="${d}" fill="none" stroke="var(--course-faint)" stroke-opacity="${(0.85 - 0.5 * k / COUNT).toFixed(2)}" stroke-width="1.1"/>`);
  }
  const [u, v] = to(...low);
  parts.push(`<path d="M${u - 6},${v - 6}L${u + 6},${v + 6}M${u - 6},${v + 6}L${u + 6},${v - 6}" stroke="var(--course-ink)" stroke-width="2.5"/>`);
  return parts.join("");
}

const dash = (i) => (DASHES[i] ? ` stroke-dasharray="${DASHES[i]}"` : "");
const clamp = (v) => Math.max(-2000, Math.min(2000, v));

function trails(paths, extent, shown) {
  const { to } = frame(extent);
  return Object.entries(paths).map(([name, path]) => {
    const i = NAMES.indexOf(name), hue = `var(--course-${HUES[i]})`;
    const points = path.slice(0, shown + 1).map(([x, y]) => to(x, y)).filter((p) => p.every(Number.isFinite)).map((p) => p.map((v) => clamp(v).toFixed(1)));
    const dots = points.map(([u, v]) => `<circle cx="${u}" cy="${v}" r="1.9"/>`).join("");
    if (!points.length) return "";
    const [u, v] = points[points.length - 1];
    return `<g fill="${hue}" stroke="none"><polyline points="${points.map((p) => p.join(",")).join(" ")}" fill="none" stroke="${hue}" stroke-width="1.6"${dash(i)}/>${dots}<circle cx="${u}" cy="${v}" r="5" stroke="var(--course-paper)" stroke-width="1.5"/></g>`;
  }).join("");
}

const CW = 400, CH = 300, CL = 52, CB = 46; // the chart, and room for its axes
function chart(losses, steps, shown, lowest) {
  const above = (v) => Math.log10(Math.max(FLOOR, v - lowest));
  const all = Object.values(losses).flat().filter(Number.isFinite).map(above);
  if (!all.length) return "";
  const high = Math.min(4, Math.ceil(Math.max(...all, -1) + 0.05)), deep = Math.max(-9, Math.floor(Math.min(...all, high - 2)));
  const X = (k) => CL + (k / steps) * (CW - CL - 10), Y = (e) => 8 + ((high - Math.min(e, high + 1)) / (high - deep)) * (CH - CB - 8);
  const every = high - deep > 6 ? 2 : 1, grid = [];
  for (let e = high; e >= deep; e -= every) {
    grid.push(`<line x1="${CL}" x2="${CW - 10}" y1="${Y(e)}" y2="${Y(e)}" stroke="var(--course-grid)"/><text x="${CL - 6}" y="${Y(e) + 4}" text-anchor="end" font-size="15">${e >= 0 ? 10 ** e : `10<tspan dy="-5" font-size="12">−${-e}</tspan>`}</text>`);
  }
  const lines = Object.entries(losses).map(([name, values]) => {
    const i = NAMES.indexOf(name);
    const points = values.slice(0, shown + 1).map((v, k) => [X(k), Number.isFinite(v) ? Y(above(v)) : -20]);
    return `<polyline points="${points.map((p) => p.map((v) => v.toFixed(1)).join(",")).join(" ")}" fill="none" stroke="var(--course-${HUES[i]})" stroke-width="2"${dash(i)}/>`;
  }).join("");
  return `<svg viewBox="0 0 ${CW} ${CH}" width="100%" aria-hidden="true"><defs><clipPath id="CLIP"><rect x="${CL}" y="4" width="${CW - CL}" height="${CH - CB}"/></clipPath></defs>${grid.join("")}<g clip-path="url(#CLIP)">${lines}</g>
    <text x="${CL}" y="${CH - 26}" font-size="15" text-anchor="middle">0</text><text x="${CW - 10}" y="${CH - 26}" font-size="15" text-anchor="end">${steps}</text><text x="${(CL + CW) / 2}" y="${CH - 6}" font-size="15" text-anchor="middle">loss above the lowest, after each step</text></svg>`;
}

const STYLE = `
.course-lab .race-views { display: grid; grid-template-columns: 1fr 1fr; gap: 0.5rem 1rem; align-items: start; }
.course-lab .race-map { border: 1px solid var(--course-faint); border-radius: 0.25rem; cursor: crosshair; overflow: hidden; }
.course-lab .race table { display: table; width: 100%; max-width: 34rem; table-layout: fixed; margin: 0.5rem 0; }
.course-lab .race :is(th, td) { padding: 0.15rem 0.2rem; }
.course-lab .race th[scope="row"] { font-weight: 400; }
.course-lab .race th.who { width: 33%; text-align: left; }
.course-lab .race th.rate { width: 22%; }
.course-lab .race td input[type="number"] { width: 100%; min-width: 0; padding: 0.1rem 0.25rem; text-align: right; }
.course-lab .race input[aria-invalid="true"] { border: 2px solid var(--course-orange); }
.course-lab .race .start input { width: 5.2rem; }
.course-lab .race tr.best :is(th, td) { font-weight: 700; }
.course-lab .race tr.off td { color: var(--course-faint); }
.course-lab .race svg.key { display: inline-block; vertical-align: middle; margin-right: 0.3rem; }
.course-lab .race th label { white-space: nowrap; font-size: inherit; }
.course-lab .race th :is(input, svg) { flex: none; }
.course-lab .race p { margin: 0.4rem 0; }
.course-lab .race .race-question select { width: 26rem; }
@media (max-width: 44rem) { .course-lab .race-views { grid-template-columns: 1fr; } .course-lab .race svg.key { width: 14px; margin-right: 0.2rem; } .course-lab .race { font-size: 0.9rem; } .course-lab .race :is(table, td input[type="number"]) { font-size: 0.75rem; } .course-lab .race :is(th, td) { padding: 0.1rem; } .course-lab .race th.who { width: 34%; } .course-lab .race th.rate { width: 20%; } }`;

const fixed = (v, digits) => (Math.abs(v) < 0.5 * 10 ** -digits ? 0 : v).toFixed(digits).replace("-", "−");

export default {
  render({ model, el }) {
    const id = `race-${Math.random().toString(36).slice(2)}`;
    const start = Object.fromEntries(KEYS.map((key) => [key, structuredClone(model.get(key))]));
    const experiments = model.get("experiments"), maps = model.get("surfaces"), draws = model.get("draws");
    const put = (changes) => { stop(); for (const [key, value] of Object.entries(changes)) model.set(key, value); model.save_changes(); };
    let shown = null, timer = null, map = "", mapOf = null, results = {};

    const numeric = (attributes, use) => node("input", { type: "number", step: "0.1", ...attributes, oninput: (event) => {
      const value = event.target.valueAsNumber, low = attributes.min ?? -LOST;
      const usable = Number.isFinite(value) && value >= low && value <= LOST; // an unfinished number leaves the last one standing
      event.target.setAttribute("aria-invalid", String(!usable));
      if (usable) use(value);
    } });
    const slider = (key, min, max, step) => node("input", { type: "range", id: `${id}-${key}`, min, max, step, "data-input": key, oninput: (event) => put({ [key]: +event.target.value }) });
    const choose = (key, options) => node("select", { id: `${id}-${key}`, "data-input": key }, ...options.map(([value, words]) => node("option", { value }, words)));

    const question = choose("question", experiments.map((e, i) => [String(i), e.question]));
    question.addEventListener("change", () => { const { question: _, ...state } = structuredClone(experiments[+question.value]); put(state); fill(); });
    const surface = choose("surface", Object.keys(SURFACES).map((name) => [name, name]));
    surface.addEventListener("change", () => { const [x, y] = maps[surface.value].start; put({ surface: surface.value, x: +x.toFixed(6), y: +y.toFixed(6) }); fill(); });
    const factor = choose("factor", [1e-6, 1e-3, 1, 10, 100].map((v) => [String(v), v < 1 ? v.toExponential(0).replace("-", "−") : String(v)]));
    factor.addEventListener("change", () => put({ factor: +factor.value }));
    const startX = numeric({ id: `${id}-x`, "data-input": "x" }, (x) => put({ x })), startY = numeric({ id: `${id}-y`, "data-input": "y" }, (y) => put({ y }));
    const steps = slider("steps", "1", String(MOST), "1"), beta = slider("beta", "0", "0.99", "0.01"), noise = slider("noise", "0", "10", "0.5");
    const says = Object.fromEntries(["steps", "beta", "noise"].map((key) => [key, node("output", { for: `${id}-${key}`, "data-value": key })]));
    const play = node("button", { type: "button", "data-action": "play", onclick: () => (timer ? stop() : run()) }, "Play");
    const reset = node("button", { type: "button", "data-action": "reset", onclick: () => { put(structuredClone(start)); question.value = "0"; fill(); } }, "Reset");

    const rows = Object.fromEntries(NAMES.map((name, i) => {
      const on = node("input", { type: "checkbox", id: `${id}-on-${name}`, "data-input": `on-${name}`, onchange: (event) => {
        put({ racing: NAMES.filter((other) => (other === name ? event.target.checked : model.get("racing").includes(other))) });
      } });
      const rate = numeric({ step: "0.01", min: 0, "data-input": `rate-${name}`, "aria-label": `learning rate of ${name}` }, (value) => put({ rates: { ...model.get("rates"), [name]: value } }));
      const cells = Object.fromEntries(["loss", "x", "y"].map((key) => [key, node("td", { "data-value": `${key}-${name}` })]));
      const label = node("label", { class: "lab-inline", for: on.id }, on);
      label.insertAdjacentHTML("beforeend", `<svg class="key" width="20" height="10" viewBox="0 0 20 10" aria-hidden="true"><line x1="0" x2="20" y1="5" y2="5" stroke="var(--course-${HUES[i]})" stroke-width="3"${dash(i)}/></svg>`);
      label.append(name);
      return [name, { on, rate, ...cells, row: node("tr", {}, node("th", { scope: "row", class: "who" }, label), node("td", {}, rate), cells.loss, cells.x, cells.y) }];
    }));
    const at = node("b", { "data-value": "at" }), verdict = node("span", { "data-value": "verdict" });
    const status = node("p", { role: "status", "aria-live": "polite" }, "After ", at, " steps: ", verdict);
    const mapView = node("div", { class: "race-map" }), chartView = node("div");
    mapView.addEventListener("click", (event) => {
      const box = mapView.getBoundingClientRect(), { from } = frame(maps[model.get("surface")].extent);
      const [x, y] = from(((event.clientX - box.left) / box.width) * W, ((event.clientY - box.top) / box.height) * H);
      put({ x: +x.toFixed(2), y: +y.toFixed(2) });
      fill();
    });

    const stop = () => { cancelAnimationFrame(timer); timer = null; shown = null; play.textContent = "Play"; };
    const run = () => { // 4 seconds for the whole race; whoever asked for less motion sees the end at once
      if (matchMedia("(prefers-reduced-motion: reduce)").matches) { draw(); return; }
      const all = model.get("steps");
      let began = null; // a frame carries the time it was begun, which may lie before this call
      play.textContent = "Stop";
      const tick = (now) => {
        began ??= now;
        shown = Math.min(all, Math.floor(((now - began) / 4000) * all));
        paint();
        if (shown < all) timer = requestAnimationFrame(tick);
        else { stop(); paint(); }
      };
      timer = requestAnimationFrame(tick);
    };

    const fill = () => { // the boxes, when something other than typing changed them
      startX.value = String(model.get("x"));
      startY.value = String(model.get("y"));
      NAMES.forEach((name) => { rows[name].rate.value = String(model.get("rates")[name]); });
      [startX, startY, ...NAMES.map((name) => rows[name].rate)].forEach((box) => box.setAttribute("aria-invalid", "false"));
    };
    const draw = () => {
      const state = Object.fromEntries(KEYS.map((key) => [key, model.get(key)])), ground = SURFACES[state.surface];
      surface.value = state.surface;
      factor.value = String(state.factor);
      for (const [key, input, words] of [["steps", steps, String(state.steps)], ["beta", beta, state.beta.toFixed(2)], ["noise", noise, state.noise.toFixed(1)]]) {
        input.value = String(state[key]);
        says[key].textContent = words;
      }
      if (mapOf !== state.surface) { map = contours(ground, maps[state.surface].extent, maps[state.surface].low); mapOf = state.surface; }
      const paths = Object.fromEntries(NAMES.filter((name) => state.racing.includes(name)).map((name) => [name, race(name, ground, { ...state, rate: state.rates[name], draws })]));
      const losses = Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, path.map(([x, y]) => ground.h(x, y))]));
      results = { state, paths, losses, lowest: ground.h(...maps[state.surface].low) };
      paint();
    };
    const paint = () => {
      const { state, paths, losses, lowest } = results, k = shown ?? state.steps, extent = maps[state.surface].extent;
      const [u, v] = frame(extent).to(state.x, state.y);
      const ring = `<circle cx="${clamp(u)}" cy="${clamp(v)}" r="8" fill="none" stroke="var(--course-ink)" stroke-width="1.5" stroke-dasharray="3 2"/>`;
      mapView.innerHTML = `<svg viewBox="0 0 ${W} ${H}" width="100%" aria-hidden="true">${map}${ring}${trails(paths, extent, k)}</svg>`;
      chartView.innerHTML = chart(losses, state.steps, k, lowest).replaceAll("CLIP", `${id}-clip`);
      const ends = {};
      for (const name of NAMES) {
        const path = paths[name], r = rows[name], gone = path && path.length <= k ? path.length - 1 : null;
        const last = path?.[Math.min(k, path.length - 1)], lost = path && (gone !== null || !(Math.max(...last.map(Math.abs)) <= LOST));
        r.on.checked = Boolean(path);
        r.row.classList.toggle("off", !path);
        r.loss.textContent = !path ? "" : lost ? `gone at ${gone ?? k}` : fixed(losses[name][k], 4);
        r.x.textContent = !path || lost ? "" : fixed(last[0], 3);
        r.y.textContent = !path || lost ? "" : fixed(last[1], 3);
        if (path && !lost) ends[name] = losses[name][k];
      }
      const least = Math.min(...Object.values(ends)), first = Object.keys(ends).filter((name) => ends[name] - least < 5e-5);
      NAMES.forEach((name) => rows[name].row.classList.toggle("best", first.includes(name)));
      if (shown !== null) return; // while it plays, the words wait for the end
      at.textContent = String(k);
      verdict.textContent = first.length ? `lowest ${first.length > 1 ? "are" : "is"} ${first.join(", ")}, at loss ${fixed(least, 4)}.` : Object.keys(paths).length ? "everybody has left the map." : "nobody is racing.";
    };

    el.append(node("style", {}, STYLE), node("div", { class: "race" },
      node("div", { class: "lab-controls" },
        node("label", { for: question.id, class: "race-question" }, "experiment", question), play, reset),
      node("div", { class: "lab-controls" },
        node("label", { for: surface.id }, "surface", surface),
        node("label", { for: startX.id, class: "start" }, "start W₁", startX), node("label", { for: startY.id, class: "start" }, "start W₂", startY),
        node("label", { for: factor.id }, "loss times", factor)),
      node("div", { class: "lab-controls" },
        node("label", { for: steps.id }, node("span", {}, "steps: ", says.steps), steps),
        node("label", { for: beta.id }, node("span", {}, "β, what is kept: ", says.beta), beta),
        node("label", { for: noise.id }, node("span", {}, "noise of the gradient: ", says.noise), noise)),
      node("div", { class: "race-views" }, mapView, chartView),
      status,
      node("table", {},
        node("thead", {}, node("tr", {}, ...[["optimizer", "who"], ["rate η", "rate"], ["loss", ""], ["W₁", ""], ["W₂", ""]].map(([t, c]) => node("th", { scope: "col", class: c }, t)))),
        node("tbody", {}, ...NAMES.map((name) => rows[name].row)))));
    for (const key of KEYS) model.on(`change:${key}`, draw);
    for (const key of ["x", "y", "rates"]) {
      model.on(`change:${key}`, () => { if (document.activeElement?.type !== "number" || !el.contains(document.activeElement)) fill(); });
    }
    fill();
    draw();
  },
};
