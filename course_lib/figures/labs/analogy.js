// Word arithmetic: c + share (b - a), and the nearest words by cosine. The numbers are course_lib's `WordTable.neighbours`.
const SHOWN = 5;
const STYLE = `
.course-lab .analogy-body { display: flex; flex-wrap: wrap; gap: 1rem 1.5rem; align-items: flex-start; }
.course-lab .analogy-body svg { flex: 1 1 18rem; min-width: 0; }
.course-lab .analogy th, .course-lab .analogy td { white-space: nowrap; }
.course-lab .analogy tr.analogy-given :is(th, td) { color: var(--course-faint); font-style: italic; }
.course-lab .analogy-says { margin: 0.25rem 0 0.5rem; font-weight: 600; }
.course-lab .analogy input[type="range"] { width: 9rem; }`;

const dot = (u, v) => u.reduce((sum, x, i) => sum + x * v[i], 0);
const cosine = (u, v) => dot(u, v) / (Math.max(Math.sqrt(dot(u, u)), 1e-8) * Math.max(Math.sqrt(dot(v, v)), 1e-8));
const along = (x, a, b, c, share) => x[c].map((number, i) => number + share * (x[b][i] - x[a][i]));

export function analogy(words, vectors, plane, given, share, leaveOut) {
  const [a, b, c] = given.map((word) => words.indexOf(word));
  const target = along(vectors, a, b, c, share), point = along(plane, a, b, c, share);
  const allowed = words.map((_, i) => i).filter((i) => !leaveOut || ![a, b, c].includes(i));
  const cosines = vectors.map((v) => cosine(v, target));
  const nearest = [...allowed].sort((i, j) => cosines[j] - cosines[i] || i - j).slice(0, SHOWN);
  const far = (i) => Math.hypot(plane[i][0] - point[0], plane[i][1] - point[1]);
  const drawn = allowed.reduce((best, i) => (far(i) < far(best) ? i : best));
  return { a, b, c, point, cosines, nearest, drawn };
}

function drawing(words, plane, result) {
  const W = window.innerWidth < 560 ? 300 : 430, H = 320, pad = 16; // so that text keeps its size on a phone
  const all = [...plane, result.point], xs = all.map((p) => p[0]), ys = all.map((p) => p[1]);
  const fit = (v, low, high, from, to) => from + ((v - low) / (high - low || 1)) * (to - from);
  const at = (p) => [fit(p[0], Math.min(...xs), Math.max(...xs), pad, W - 78), fit(p[1], Math.min(...ys), Math.max(...ys), H - pad, pad)];
  const parts = ['<defs><marker id="analogy-tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="6" markerHeight="6" orient="auto"><path d="M0 0L8 4L0 8z" fill="var(--course-blue)"/></marker></defs>'];
  plane.forEach((p) => { const [x, y] = at(p); parts.push(`<circle cx="${x}" cy="${y}" r="3" fill="var(--course-faint)"/>`); });
  for (const [from, to] of [[plane[result.a], plane[result.b]], [plane[result.c], result.point]]) {
    const [x1, y1] = at(from), [x2, y2] = at(to);
    if (Math.hypot(x2 - x1, y2 - y1) > 2) parts.push(`<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="var(--course-blue)" stroke-width="2" marker-end="url(#analogy-tip)"/>`);
  }
  const named = [...new Set([result.a, result.b, result.c, ...result.nearest])].map((i) => ({ i, x: at(plane[i])[0] + 6, y: at(plane[i])[1] + 4 }));
  named.sort((p, q) => p.y - q.y);
  named.forEach((p, k) => { // labels that would cover each other move down
    for (const q of named.slice(0, k)) if (Math.abs(q.x - p.x) < 58 && p.y - q.y < 14) p.y = q.y + 14;
  });
  for (const { i, x, y } of named) parts.push(`<text x="${x}" y="${y}" font-size="13"${i === result.nearest[0] ? ' font-weight="bold"' : ""}>${words[i]}</text>`);
  const [x, y] = at(result.point);
  parts.push(`<path d="M${x - 6} ${y - 6}L${x + 6} ${y + 6}M${x - 6} ${y + 6}L${x + 6} ${y - 6}" stroke="var(--course-orange)" stroke-width="3"/>`);
  return `<svg viewBox="0 0 ${W} ${H + 30}" width="${W}" aria-hidden="true">${parts.join("")}</svg>`;
}

export default {
  render({ model, el }) {
    const words = model.get("words"), vectors = model.get("vectors"), plane = model.get("plane");
    const keys = ["first", "second", "third", "share", "leave_out"];
    const start = Object.fromEntries(keys.map((key) => [key, model.get(key)]));
    const id = `analogy-${Math.random().toString(36).slice(2)}`;
    const put = (key, value) => { model.set(key, value); model.save_changes(); };
    const choice = (key, text) => {
      const select = node("select", { id: `${id}-${key}`, "data-input": key, onchange: (event) => put(key, event.target.value) },
        ...words.map((word) => node("option", { value: word }, word)));
      return { select, label: node("label", { for: select.id }, text, select) };
    };
    const first = choice("first", "a"), second = choice("second", "is to b"), third = choice("third", "as c is to …");
    const share = node("input", { type: "range", id: `${id}-share`, min: "0", max: "1.5", step: "0.25", "data-input": "share", oninput: (event) => put("share", +event.target.value) });
    const percent = node("span", { "data-value": "share" });
    const leave = node("input", { type: "checkbox", id: `${id}-leave`, "data-input": "leave-out", onchange: (event) => put("leave_out", event.target.checked) });
    const reset = node("button", { type: "button", "data-action": "reset", onclick: () => { keys.forEach((key) => model.set(key, start[key])); model.save_changes(); } }, "Reset");
    const says = node("p", { role: "status", "aria-live": "polite", class: "analogy-says" });
    const rows = Array.from({ length: SHOWN }, (_, k) => {
      const word = node("th", { scope: "row", "data-value": `word-${k + 1}` }), number = node("td", { "data-value": `cosine-${k + 1}` });
      return { row: node("tr", {}, word, number), word, number };
    });
    const drawn = node("b", { "data-value": "drawn" });
    const picture = node("div");
    picture.style.display = "contents";

    const draw = () => {
      const given = [model.get("first"), model.get("second"), model.get("third")];
      const result = analogy(words, vectors, plane, given, model.get("share"), model.get("leave_out"));
      [first, second, third].forEach((part, k) => { part.select.value = given[k]; });
      share.value = String(model.get("share"));
      percent.textContent = model.get("share").toFixed(2);
      leave.checked = model.get("leave_out");
      says.textContent = `${given[2]} + ${model.get("share")} × (${given[1]} − ${given[0]}): nearest is ${words[result.nearest[0]]}`;
      rows.forEach((part, k) => {
        const i = result.nearest[k];
        part.word.textContent = words[i];
        part.number.textContent = result.cosines[i].toFixed(3).replace("-", "−");
        part.row.classList.toggle("analogy-given", given.includes(words[i]));
      });
      drawn.textContent = words[result.drawn];
      picture.innerHTML = drawing(words, plane, result);
    };

    el.append(node("style", {}, STYLE), node("div", { class: "analogy" },
      node("div", { class: "lab-controls" }, first.label, second.label, third.label,
        node("label", { for: share.id }, node("span", {}, "how much of b − a: ", percent), share),
        node("label", { class: "lab-inline", for: leave.id }, leave, "leave out a, b and c"), reset),
      says,
      node("div", { class: "analogy-body" }, picture,
        node("div", {}, node("table", {},
          node("thead", {}, node("tr", {}, node("th", { scope: "col" }, "nearest"), node("th", { scope: "col" }, "cosine"))),
          node("tbody", {}, ...rows.map((part) => part.row))),
          node("p", {}, "nearest in the drawing: ", drawn)))));
    for (const key of keys) model.on(`change:${key}`, draw);
    draw();
  },
};
