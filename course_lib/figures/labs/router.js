// Sixteen tokens, four experts, limited places: the arithmetic of course_lib.layers.experts and course_lib.layers.expert_traffic.
const softmax = (row) => { const m = Math.max(...row), e = row.map((v) => Math.exp(v - m)), sum = e.reduce((a, b) => a + b, 0); return e.map((v) => v / sum); };
const ranked = (row) => row.map((v, i) => [v, i]).sort((a, b) => b[0] - a[0] || a[1] - b[1]).map(([, i]) => i);

export function route(scores, pull, k, factor, overflow) {
  const logits = scores.map((row) => row.map((v, e) => (e === 0 ? v + pull : v)));
  const T = logits.length, E = logits[0].length, capacity = Math.ceil((factor * T * k) / E);
  const order = logits.map(ranked), wanted = Array(E).fill(0), served = Array(E).fill(0), taken = order.map(() => new Set());
  order.forEach((experts) => experts.slice(0, k).forEach((e) => { wanted[e] += 1; }));
  for (let choice = 0; choice < k; choice += 1) {
    order.forEach((experts, t) => {
      const open = overflow === "next" ? experts.slice(choice) : [experts[choice]];
      const found = open.find((e) => served[e] < capacity && !taken[t].has(e));
      if (found !== undefined) { served[found] += 1; taken[t].add(found); }
    });
  }
  const P = logits.map(softmax);
  const balance = E * wanted.reduce((sum, w, e) => sum + (w / (T * k)) * (P.reduce((s, row) => s + row[e], 0) / T), 0);
  const work = served.reduce((a, b) => a + b, 0);
  return { capacity, wanted, served, balance, dropped: T * k - work, empty: E * capacity - work, slowest: Math.max(...served) };
}

function bars({ capacity, wanted, served }, most) {
  const W = 400, H = 210, left = 34, right = 66, top = 10, low = 34, E = wanted.length, step = (W - left - right) / E;
  const Y = (v) => H - low - (v / most) * (H - low - top);
  const parts = [0, most / 2, most].map((v) => `<line x1="${left}" x2="${W - right}" y1="${Y(v)}" y2="${Y(v)}" stroke="var(--course-grid)"/><text x="${left - 6}" y="${Y(v) + 4}" text-anchor="end" font-size="13">${v}</text>`);
  wanted.forEach((w, e) => {
    const x = left + e * step + 0.14 * step, width = 0.72 * step;
    parts.push(`<rect x="${x + 5}" y="${Y(served[e])}" width="${width - 10}" height="${Y(0) - Y(served[e])}" fill="var(--course-blue)"/>`,
      `<rect x="${x}" y="${Y(w)}" width="${width}" height="${Y(0) - Y(w)}" fill="none" stroke="var(--course-ink)" stroke-width="1.5"/>`,
      `<text x="${x + width / 2}" y="${H - low + 16}" text-anchor="middle" font-size="13">expert ${e + 1}</text>`);
  });
  parts.push(`<line x1="${left}" x2="${W - right}" y1="${Y(capacity)}" y2="${Y(capacity)}" stroke="var(--course-orange)" stroke-width="2.5" stroke-dasharray="7 4"/><text x="${W - right + 6}" y="${Y(capacity) + 4}" font-size="13">capacity</text>`,
    `<text x="${left}" y="${H - 3}" font-size="13">outline: wanted, filled: served</text>`);
  return `<svg viewBox="0 0 ${W} ${H}" width="100%" style="max-width:30rem" aria-hidden="true">${parts.join("")}</svg>`;
}

export default {
  render({ model, el }) {
    const id = `router-${Math.random().toString(36).slice(2)}`;
    const put = (key, value) => { model.set(key, value); model.save_changes(); };
    const slider = (key, min, max, step) => node("input", { type: "range", id: `${id}-${key}`, min, max, step, "data-input": key, oninput: (event) => put(key, +event.target.value) });
    const choose = (key, options, read) => node("select", { id: `${id}-${key}`, "data-input": key, onchange: (event) => put(key, read(event.target.value)) },
      ...options.map(([value, title]) => node("option", { value }, title)));
    const pull = slider("pull", 0, 3, 0.5), factor = slider("factor", 0.5, 2, 0.25);
    const k = choose("k", [[1, "1"], [2, "2"]], Number);
    const overflow = choose("overflow", [["drop", "dropped"], ["next", "sent to the next best"]], String);
    const value = (name) => node("output", { "data-value": name });
    const pullIs = value("pull"), factorIs = value("factor");
    const E = model.get("scores")[0].length, experts = Array.from({ length: E }, (_, e) => e);
    const cells = (name) => experts.map((e) => node("td", { "data-value": `${name}-${e + 1}` }));
    const wanted = cells("wanted"), served = cells("served");
    const sums = Object.fromEntries(["capacity", "dropped", "empty", "slowest", "balance"].map((name) => [name, value(name)]));
    const picture = node("div"), says = node("p", { role: "status", "aria-live": "polite" });
    const row = (title, tds) => node("tr", {}, node("th", { scope: "row" }, title), ...tds);

    const draw = () => {
      const state = Object.fromEntries(["scores", "pull", "k", "factor", "overflow"].map((key) => [key, model.get(key)]));
      const result = route(state.scores, state.pull, state.k, state.factor, state.overflow);
      pull.value = String(state.pull);
      factor.value = String(state.factor);
      k.value = String(state.k);
      overflow.value = state.overflow;
      pullIs.textContent = state.pull.toFixed(1);
      factorIs.textContent = state.factor.toFixed(2);
      experts.forEach((e) => { wanted[e].textContent = String(result.wanted[e]); served[e].textContent = String(result.served[e]); });
      for (const name of Object.keys(sums)) sums[name].textContent = name === "balance" ? result.balance.toFixed(3) : String(result[name]);
      says.textContent = result.dropped ? `${result.dropped} of ${state.scores.length * state.k} choices find no expert.` : "Every choice finds an expert.";
      picture.innerHTML = bars(result, state.scores.length);
    };

    el.append(node("div", {},
      node("div", { class: "lab-controls" },
        node("label", { for: k.id }, "experts a token", k),
        node("label", { for: pull.id }, node("span", {}, "pull towards expert 1: ", pullIs), pull),
        node("label", { for: factor.id }, node("span", {}, "capacity factor: ", factorIs), factor),
        node("label", { for: overflow.id }, "tokens without a place are", overflow)),
      picture,
      node("div", { class: "lab-scroll" }, node("table", {},
        node("thead", {}, node("tr", {}, node("th", { scope: "col" }, "expert"), ...experts.map((e) => node("th", { scope: "col" }, String(e + 1))))),
        node("tbody", {}, row("wanted", wanted), row("served", served)))),
      node("p", {}, "capacity ", sums.capacity, ", empty places ", sums.empty, ", slowest expert ", sums.slowest, ", dropped ", sums.dropped, ", balance loss ", sums.balance),
      says));
    for (const key of ["pull", "k", "factor", "overflow"]) model.on(`change:${key}`, draw);
    draw();
  },
};
