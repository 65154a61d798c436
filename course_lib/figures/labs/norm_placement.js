// Norm placement against depth: the same arithmetic as course_lib.models.signals.follow, on a toy stack of averaging and bending sublayers.
const EPS = 1e-5, FLOOR = 1e-8;
const NAMES = {
  spread: "how far the tokens differ",
  own: "what arrives of the input along its own path",
  size: "size of the sum before the last norm",
};
const ORDERS = [["pre", "blue", ""], ["post", "orange", "7 4"]];

const mean = (row) => row.reduce((a, b) => a + b, 0) / row.length;
const deviation = (row) => { const m = mean(row); return Math.sqrt(mean(row.map((v) => (v - m) ** 2)) + EPS); };
const normalise = (x) => x.map((row) => { const m = mean(row), d = deviation(row); return row.map((v) => (v - m) / d); });
const times = (row, matrix) => matrix[0].map((_, j) => row.reduce((sum, v, i) => sum + v * matrix[i][j], 0));
const middle = (x) => x[0].map((_, j) => mean(x.map((row) => row[j])));
const add = (x, y) => x.map((row, i) => row.map((v, j) => v + y[i][j]));
const squares = (x) => x.flat().reduce((sum, v) => sum + v * v, 0);

function spread(x) {
  const m = middle(x);
  return Math.sqrt(squares(x.map((row) => row.map((v, j) => v - m[j]))) / squares(x));
}

export function follow(x, matrices, norm, strength) {
  let own = x.map(() => 1);
  return matrices.map(([mix, bend]) => {
    let total;
    const sublayers = [
      (h) => { const one = times(middle(h), mix).map((v) => strength * v); return h.map(() => one); },
      (h) => h.map((row) => times(row, bend).map((v) => strength * Math.tanh(v))),
    ];
    for (const sublayer of sublayers) {
      total = add(x, sublayer(norm === "pre" ? normalise(x) : x));
      if (norm === "post") own = own.map((v, i) => v / deviation(total[i]));
      x = norm === "post" ? normalise(total) : total;
    }
    const read = norm === "pre" ? own.map((v, i) => v / deviation(x[i])) : own;
    return { size: Math.sqrt(squares(total) / total.flat().length), own: mean(read), spread: spread(norm === "pre" ? normalise(x) : x) };
  });
}

const written = (v) => v.toFixed(v !== 0 && Math.abs(v) < 0.001 ? 6 : 3);

function chart(lines, shown, depth) {
  const W = 400, H = 210, left = 46, right = 60, top = 10, low = 36, log = shown === "own", N = lines.pre.length;
  const clip = (v) => (log ? Math.log10(Math.max(v, FLOOR)) : v);
  const all = Object.values(lines).flat().map((step) => clip(step[shown]));
  const least = log ? Math.floor(Math.min(...all, -1)) : 0, most = log ? 1 : shown === "spread" ? 1 : Math.max(2, ...all);
  const X = (n) => left + ((n - 1) / (N - 1)) * (W - left - right), Y = (v) => H - low - ((clip(v) - least) / (most - least)) * (H - low - top);
  const ticks = log ? [10 ** least, 10 ** Math.round((least + most) / 2), 10] : [0, most / 2, most];
  const name = (v) => (log ? `1e${Math.round(Math.log10(v))}`.replace("-", "−") : v < 3 ? v.toFixed(1) : v.toFixed(0));
  const parts = ticks.map((v) => `<line x1="${left}" x2="${W - right}" y1="${Y(v)}" y2="${Y(v)}" stroke="var(--course-grid)"/><text x="${left - 6}" y="${Y(v) + 4}" text-anchor="end" font-size="13">${name(v)}</text>`);
  parts.push(`<line x1="${X(depth)}" x2="${X(depth)}" y1="${top}" y2="${H - low}" stroke="var(--course-faint)" stroke-dasharray="2 3"/>`);
  for (const n of [1, 12, 24, 36, 48]) parts.push(`<text x="${X(n)}" y="${H - low + 17}" text-anchor="middle" font-size="13">${n}</text>`);
  parts.push(`<text x="${(left + W - right) / 2}" y="${H - 3}" text-anchor="middle" font-size="13">blocks</text>`);
  const ends = ORDERS.map(([norm]) => Y(lines[norm][N - 1][shown]));
  if (Math.abs(ends[0] - ends[1]) < 15) { const up = ends[0] <= ends[1] ? 0 : 1, y = (ends[0] + ends[1]) / 2; ends[up] = y - 7.5; ends[1 - up] = y + 7.5; }
  ORDERS.forEach(([norm, hue, dash], k) => {
    const points = lines[norm].map((step, i) => `${X(i + 1)},${Y(step[shown])}`).join(" "), at = lines[norm][depth - 1][shown];
    parts.push(`<polyline points="${points}" fill="none" stroke="var(--course-${hue})" stroke-width="2.5" stroke-dasharray="${dash}"/>`,
      `<circle cx="${X(depth)}" cy="${Y(at)}" r="5" fill="var(--course-${hue})"/>`,
      `<text x="${W - right + 8}" y="${ends[k] + 4}" font-size="13">${norm}</text>`);
  });
  return `<svg viewBox="0 0 ${W} ${H}" width="100%" style="max-width:30rem" aria-hidden="true">${parts.join("")}</svg>`;
}

export default {
  render({ model, el }) {
    const id = `norm-placement-${Math.random().toString(36).slice(2)}`;
    const put = (key, value) => { model.set(key, value); model.save_changes(); };
    const slider = (key, min, max, step) => node("input", { type: "range", id: `${id}-${key}`, min, max, step, "data-input": key, oninput: (event) => put(key, +event.target.value) });
    const depth = slider("depth", 1, 48, 1), strength = slider("strength", 0.1, 2, 0.1);
    const depthIs = node("output", { for: depth.id, "data-value": "depth" }), strengthIs = node("output", { for: strength.id, "data-value": "strength" });
    const shown = node("select", { id: `${id}-shown`, "data-input": "shown", onchange: (event) => put("shown", event.target.value) },
      ...Object.entries(NAMES).map(([key, title]) => node("option", { value: key }, title)));
    const picture = node("div");
    const cells = Object.fromEntries(ORDERS.flatMap(([norm]) => Object.keys(NAMES).map((key) => [`${norm}-${key}`, node("td", { "data-value": `${norm}-${key}` })])));
    const says = node("p", { role: "status", "aria-live": "polite" });
    const rows = Object.entries(NAMES).map(([key, title]) => node("tr", {}, node("th", { scope: "row" }, title), ...ORDERS.map(([norm]) => cells[`${norm}-${key}`])));
    let lines, computedFor;

    const draw = () => {
      const s = model.get("strength"), n = model.get("depth"), what = model.get("shown");
      if (computedFor !== s) {
        lines = Object.fromEntries(ORDERS.map(([norm]) => [norm, follow(model.get("tokens"), model.get("matrices"), norm, s)]));
        computedFor = s;
      }
      depth.value = String(n);
      strength.value = String(s);
      shown.value = what;
      depthIs.textContent = String(n);
      strengthIs.textContent = s.toFixed(1);
      for (const [norm] of ORDERS) for (const key of Object.keys(NAMES)) cells[`${norm}-${key}`].textContent = written(lines[norm][n - 1][key]);
      const gone = ORDERS.filter(([norm]) => lines[norm][n - 1].spread < 0.05).map(([norm]) => `${norm}-norm`);
      says.textContent = gone.length ? `${gone.join(" and ")}: the tokens have become nearly one.` : "In both orders the tokens can still be told apart.";
      picture.innerHTML = chart(lines, what, n);
    };

    el.append(node("div", {},
      node("div", { class: "lab-controls" },
        node("label", { for: depth.id }, node("span", {}, "blocks: ", depthIs), depth),
        node("label", { for: strength.id }, node("span", {}, "strength of the sublayers: ", strengthIs), strength),
        node("label", { for: shown.id }, "draw", shown)),
      picture,
      node("div", { class: "lab-scroll" }, node("table", {},
        node("thead", {}, node("tr", {}, node("td", {}), ...ORDERS.map(([norm]) => node("th", { scope: "col" }, `${norm}-norm`)))),
        node("tbody", {}, ...rows))),
      says));
    for (const key of ["depth", "strength", "shown"]) model.on(`change:${key}`, draw);
    draw();
  },
};
