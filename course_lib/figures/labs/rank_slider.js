// The rank slider: kept share and error of the best copy of rank r, as in course_lib.training.spectrum; parameters as in course_lib.layers.lora.
const HUES = ["blue", "orange", "slate", "green", "pink"];
const DASHES = ["", "7 4", "2 3", "9 3 2 3", ""];

export function kept(singular, rank) {
  const squares = singular.map((s) => s * s);
  return squares.slice(0, rank).reduce((a, b) => a + b, 0) / squares.reduce((a, b) => a + b, 0);
}

function curves(all) {
  return all.map((singular) => {
    const squares = singular.map((s) => s * s), total = squares.reduce((a, b) => a + b, 0);
    let sum = 0;
    return squares.map((v) => (sum += v) / total);
  });
}

// the rank on a logarithmic scale: the small ones are those people use
function chart(lines, chosen, rank) {
  const W = 400, H = 230, left = 48, right = 14, top = 12, low = 44, most = lines[0].length;
  const X = (r) => left + (Math.log2(r) / Math.log2(most)) * (W - left - right), Y = (v) => H - low - v * (H - low - top);
  const parts = [0, 0.5, 1].map((v) => `<line x1="${left}" x2="${W - right}" y1="${Y(v)}" y2="${Y(v)}" stroke="var(--course-grid)"/><text x="${left - 6}" y="${Y(v) + 4}" text-anchor="end" font-size="13">${100 * v}%</text>`);
  for (let r = 1; r <= most; r *= 4) parts.push(`<text x="${X(r)}" y="${H - low + 17}" text-anchor="middle" font-size="13">${r}</text>`);
  parts.push(`<text x="${(left + W - right) / 2}" y="${H - 6}" text-anchor="middle" font-size="13">rank</text>`);
  parts.push(`<line x1="${X(rank)}" x2="${X(rank)}" y1="${top}" y2="${H - low}" stroke="var(--course-faint)" stroke-dasharray="2 3"/>`);
  lines.forEach((line, i) => {
    const points = line.map((v, j) => `${X(j + 1).toFixed(1)},${Y(v).toFixed(1)}`).join(" ");
    parts.push(`<polyline points="${points}" fill="none" stroke="var(--course-${HUES[i % 5]})" stroke-width="${i === chosen ? 3.5 : 1.5}" stroke-dasharray="${DASHES[i % 5]}"/>`);
  });
  parts.push(`<circle cx="${X(rank)}" cy="${Y(lines[chosen][rank - 1])}" r="5.5" fill="var(--course-${HUES[chosen % 5]})"/>`);
  return `<svg viewBox="0 0 ${W} ${H}" width="100%" style="max-width:30rem" aria-hidden="true">${parts.join("")}</svg>`;
}

export default {
  render({ model, el }) {
    const id = `rank-slider-${Math.random().toString(36).slice(2)}`;
    const put = (key, value) => { model.set(key, value); model.save_changes(); };
    const rows = model.get("rows"), columns = model.get("columns"), lines = curves(model.get("singular"));
    const rank = node("input", { type: "range", id: `${id}-rank`, min: 1, max: Math.min(rows, columns), step: 1, "data-input": "rank", oninput: (event) => put("rank", +event.target.value) });
    const rankIs = node("output", { for: rank.id, "data-value": "rank" });
    const update = node("select", { id: `${id}-update`, "data-input": "update", onchange: (event) => put("chosen", +event.target.value) },
      ...model.get("names").map((name, i) => node("option", { value: String(i) }, name)));
    const picture = node("div"), says = node("p", { role: "status", "aria-live": "polite" });
    const cell = (name) => node("td", { "data-value": name });
    const cells = { kept: cell("kept"), error: cell("error"), parameters: cell("parameters"), share: cell("share") };
    const row = (title, key) => node("tr", {}, node("th", { scope: "row" }, title), cells[key]);

    const draw = () => {
      const r = model.get("rank"), i = model.get("chosen"), share = kept(model.get("singular")[i], r), count = r * (rows + columns);
      rank.value = String(r);
      rankIs.textContent = String(r);
      update.value = String(i);
      cells.kept.textContent = `${(100 * share).toFixed(1)}%`;
      cells.error.textContent = Math.sqrt(Math.max(0, 1 - share)).toFixed(3);
      cells.parameters.textContent = count.toLocaleString("en-GB");
      cells.share.textContent = `${((100 * count) / (rows * columns)).toFixed(1)}%`;
      says.textContent = count >= rows * columns ? "Two thin matrices now hold as many numbers as the full one, or more." : `${(rows * columns / count).toFixed(1)} times fewer numbers than the full update.`;
      picture.innerHTML = chart(lines, i, r);
    };

    el.append(node("div", {},
      node("div", { class: "lab-controls" },
        node("label", { for: rank.id }, node("span", {}, "rank r: ", rankIs), rank),
        node("label", { for: update.id }, "the update", update)),
      picture,
      node("div", { class: "lab-scroll" }, node("table", {}, node("tbody", {},
        row("kept of the squared norm", "kept"), row("error, over the update's size", "error"),
        row("numbers to train", "parameters"), row("of the full matrix", "share")))),
      says));
    for (const key of ["rank", "chosen"]) model.on(`change:${key}`, draw);
    draw();
  },
};
