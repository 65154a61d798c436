// Sinusoidal positions, as course_lib.layers.positions.sinusoidal_positions: feature 2j is sin(i / 10000^(2j/D)), feature 2j + 1 its cosine.
const STYLE = `
.course-lab .position-waves p { margin: 0.5rem 0; }
.course-lab .position-waves .waves-name { font-weight: 600; margin: 0.75rem 0 0.2rem; }
.course-lab .position-waves input[type="range"] { width: 13rem; }`;

export function vectorAt(position, width) {
  return Array.from({ length: width }, (_, f) => {
    const angle = position / 10000 ** ((2 * Math.floor(f / 2)) / width);
    return f % 2 ? Math.cos(angle) : Math.sin(angle);
  });
}

export function cosine(a, b) {
  const dot = (x, y) => x.reduce((sum, v, i) => sum + v * y[i], 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

const show = (x, digits = 3) => {
  const text = (Math.abs(x) < 0.5 * 10 ** -digits ? 0 : x).toFixed(digits);
  return text.replace("-", "−");
};
const W = 400, LEFT = 34, RIGHT = 10;
const svg = (height, parts) => `<svg viewBox="0 0 ${W} ${height}" width="100%" style="max-width:36rem" aria-hidden="true">${parts.join("")}</svg>`;
const text = (x, y, words, anchor = "middle", more = "") => `<text x="${x}" y="${y}" text-anchor="${anchor}" font-size="13" ${more}>${words}</text>`;
const axis = (x, top, low, marks) => [
  `<line x1="${LEFT}" x2="${W - RIGHT}" y1="${low}" y2="${low}" stroke="var(--course-faint)"/>`,
  ...marks.map((m) => text(x(m), low + 16, m)), `<line x1="${LEFT}" x2="${LEFT}" y1="${top}" y2="${low}" stroke="var(--course-faint)"/>`];
const curve = (points, hue, dash = "") => `<polyline points="${points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ")}" fill="none" stroke="var(--course-${hue})" stroke-width="2.2" ${dash}/>`;

function waves(length, width, pair, position, other) {
  const top = 12, low = 112, mid = (top + low) / 2, scale = (low - top) / 2;
  const x = (i) => LEFT + (i / (length - 1)) * (W - LEFT - RIGHT), y = (v) => mid - v * scale;
  const at = (i) => vectorAt(i, width).slice(2 * pair, 2 * pair + 2), fine = Array.from({ length: 4 * length - 3 }, (_, i) => i / 4);
  const parts = [...axis(x, top, low, [0, 20, 40, 60, 80]), text(LEFT - 6, y(1) + 4, "1", "end"), text(LEFT - 6, y(-1) + 4, "−1", "end")];
  parts.push(curve(fine.map((i) => [x(i), y(at(i)[0])]), "blue"), curve(fine.map((i) => [x(i), y(at(i)[1])]), "orange", 'stroke-dasharray="6 4"'));
  for (const [place, round] of [[position, true], [other, false]]) {
    parts.push(`<line x1="${x(place)}" x2="${x(place)}" y1="${top}" y2="${low}" stroke="var(--course-faint)" stroke-dasharray="2 3"/>`);
    at(place).forEach((v, k) => {
      const hue = `var(--course-${k ? "orange" : "blue"})`, cx = x(place), cy = y(v);
      parts.push(round ? `<circle cx="${cx}" cy="${cy}" r="6" fill="${hue}"/>` : `<rect x="${cx - 5.5}" y="${cy - 5.5}" width="11" height="11" fill="${hue}"/>`);
    });
  }
  return svg(136, [...parts, text(W - RIGHT, low + 16, "position", "end")]);
}

function strip(vector) {
  const room = W - LEFT - RIGHT, each = room / vector.length, mid = 34, scale = 28;
  const bars = vector.map((v, f) => `<rect x="${(LEFT + f * each + 0.08 * each).toFixed(2)}" y="${(v > 0 ? mid - v * scale : mid).toFixed(2)}" width="${(0.84 * each).toFixed(2)}" height="${Math.max(0.6, Math.abs(v) * scale).toFixed(2)}" fill="var(--course-${f % 2 ? "orange" : "blue"})"/>`);
  return svg(70, [`<line x1="${LEFT}" x2="${W - RIGHT}" y1="${mid}" y2="${mid}" stroke="var(--course-faint)"/>`, text(LEFT - 6, 12, "1", "end"), text(LEFT - 6, 66, "−1", "end"), ...bars]);
}

function alikeness(length, width, distance) {
  const top = 12, low = 92, x = (k) => LEFT + (k / (length - 1)) * (W - LEFT - RIGHT), y = (c) => (top + low) / 2 - c * (low - top) / 2;
  const start = vectorAt(0, width), at = (k) => cosine(start, vectorAt(k, width));
  const points = Array.from({ length }, (_, k) => [x(k), y(at(k))]);
  return svg(116, [...axis(x, top, low, [0, 20, 40, 60, 80]), text(LEFT - 6, y(1) + 4, "1", "end"), text(LEFT - 6, y(-1) + 4, "−1", "end"),
    `<line x1="${LEFT}" x2="${W - RIGHT}" y1="${y(0)}" y2="${y(0)}" stroke="var(--course-grid)"/>`, curve(points, "green"),
    `<circle cx="${x(distance)}" cy="${y(at(distance))}" r="6" fill="var(--course-green)"/>`, text(W - RIGHT, low + 16, "distance", "end")]);
}

export default {
  render({ model, el }) {
    const KEYS = ["width", "position", "other", "pair"], length = model.get("length");
    const start = Object.fromEntries(KEYS.map((key) => [key, model.get(key)]));
    const id = `position-waves-${Math.random().toString(36).slice(2)}`;
    const put = (changes) => { model.set(changes); model.save_changes(); };
    const slider = (key, max) => node("input", { type: "range", id: `${id}-${key}`, min: "0", max: String(max), step: "1", "data-input": key, oninput: (event) => put({ [key]: +event.target.value }) });
    const width = node("select", { id: `${id}-width`, "data-input": "width", onchange: (event) => {
      const chosen = +event.target.value;
      put({ pair: Math.min(model.get("pair"), chosen / 2 - 1), width: chosen }); // the pair first: a narrow width has fewer
    } }, ...model.get("widths").map((w) => node("option", { value: String(w) }, String(w))));
    const position = slider("position", length - 1), other = slider("other", length - 1), pair = slider("pair", 1);
    const shown = Object.fromEntries(KEYS.slice(1).map((key) => [key, node("output", { for: `${id}-${key}` })]));
    const both = node("button", { type: "button", "data-action": "both", onclick: () => {
      const room = length - 1 - Math.max(model.get("position"), model.get("other")), step = Math.min(7, room);
      put({ position: model.get("position") + step, other: model.get("other") + step });
    } }, "move both by 7");
    const reset = node("button", { type: "button", "data-action": "reset", onclick: () => put({ ...start }) }, "Reset");
    const value = (name) => node("b", { "data-value": name });
    const values = Object.fromEntries(["sine", "cosine", "wavelength", "alike", "distance", "vector", "step"].map((name) => [name, value(name)]));
    const pictures = [node("div"), node("div"), node("div"), node("div")];
    const names = [0, 1].map(() => node("p", { class: "waves-name" }));
    const featureNames = [node("span"), node("span")];

    const draw = () => {
      const [D, i, k, j] = KEYS.map((key) => model.get(key)), a = vectorAt(i, D), b = vectorAt(k, D), distance = Math.abs(i - k);
      width.value = String(D); pair.max = String(D / 2 - 1);
      position.value = String(i); other.value = String(k); pair.value = String(j);
      shown.position.textContent = String(i); shown.other.textContent = String(k); shown.pair.textContent = `${j} of 0 to ${D / 2 - 1}`;
      values.sine.textContent = show(a[2 * j]);
      values.cosine.textContent = show(a[2 * j + 1]);
      values.wavelength.textContent = (2 * Math.PI * 10000 ** ((2 * j) / D)).toFixed(1);
      values.step.textContent = (1 / 10000 ** ((2 * j) / D)).toFixed(4);
      values.alike.textContent = show(cosine(a, b));
      values.distance.textContent = String(distance);
      values.vector.textContent = a.slice(0, 4).map((v) => show(v)).join(", ");
      featureNames[0].textContent = String(2 * j); featureNames[1].textContent = String(2 * j + 1);
      names[0].textContent = `All ${D} features at position ${i} (●)`;
      names[1].textContent = `All ${D} features at position ${k} (■)`;
      pictures[0].innerHTML = waves(length, D, j, i, k);
      pictures[1].innerHTML = strip(a);
      pictures[2].innerHTML = strip(b);
      pictures[3].innerHTML = alikeness(length, D, distance);
    };

    el.append(node("style", {}, STYLE), node("div", { class: "position-waves" },
      node("div", { class: "lab-controls" },
        node("label", { for: width.id }, "width", width),
        node("label", { for: position.id }, node("span", {}, "position ●: ", shown.position), position),
        node("label", { for: other.id }, node("span", {}, "position ■: ", shown.other), other),
        node("label", { for: pair.id }, node("span", {}, "pair of features: ", shown.pair), pair), both, reset),
      pictures[0],
      node("p", { role: "status", "aria-live": "polite" }, "At ●, feature ", featureNames[0], " (sine, solid) is ", values.sine, " and feature ", featureNames[1],
        " (cosine, dashed) is ", values.cosine, ". Each position turns this pair by ", values.step, " radians, once round in ", values.wavelength, " positions."),
      names[0], pictures[1], node("p", {}, "It begins ", values.vector, "."), names[1], pictures[2],
      node("p", { class: "waves-name" }, "Cosine between two positions, by their distance"), pictures[3],
      node("p", {}, "Distance ", values.distance, ": cosine ", values.alike, ".")));
    for (const key of KEYS) model.on(`change:${key}`, draw);
    draw();
  },
};
