// What a block costs at a length and a width. The counts are course_lib.layers.cost: block_flops and weight_bytes.
const WIDTHS = [128, 512, 768, 1024, 4096, 12288], HEAD = 64, LOW = 7, HIGH = 20;
const STYLE = `
.course-lab .length-cost table { margin: 0; width: 100%; max-width: 34rem; }
.course-lab .length-cost th[scope="row"] { font-weight: normal; }
.course-lab .length-cost tr.total :is(th, td) { font-weight: 700; }
.course-lab .length-cost td.unit { text-align: left; color: var(--course-faint); }`;

export function cost(n, d) {
  return { projections: 8 * n * d * d, forward: 16 * n * d * d, pairs: 4 * n * n * d };
}

const words = (x, digits = 0) => x.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });

function chart(power, d) {
  const W = window.innerWidth < 560 ? 300 : 520, H = 230, left = 44, bottom = 190, top = 14;
  const powers = Array.from({ length: HIGH - LOW + 1 }, (_, i) => LOW + i), counted = powers.map((p) => cost(2 ** p, d));
  const low = Math.log10(Math.min(counted[0].pairs, counted[0].projections)), last = counted.at(-1), high = Math.log10(Math.max(last.pairs, last.projections + last.forward));
  const X = (p) => left + ((p - LOW) / (HIGH - LOW)) * (W - left - 12), Y = (y) => bottom - ((Math.log10(y) - low) / (high - low)) * (bottom - top);
  const line = (f, hue, dash) => `<polyline fill="none" stroke="var(--course-${hue})" stroke-width="2.5" ${dash} points="${powers.map((p, i) => `${X(p)},${Y(f(counted[i]))}`).join(" ")}"/>`;
  const cross = Math.log2(6 * d), now = X(power);
  const parts = [`<line x1="${left}" x2="${W - 12}" y1="${bottom}" y2="${bottom}" stroke="var(--course-faint)"/><line x1="${left}" x2="${left}" y1="${top}" y2="${bottom}" stroke="var(--course-faint)"/>`];
  parts.push(line((c) => c.projections + c.forward, "blue", ""), line((c) => c.pairs, "orange", 'stroke-dasharray="9 4"'));
  parts.push(`<line x1="${now}" x2="${now}" y1="${top}" y2="${bottom}" stroke="var(--course-ink)" stroke-width="1.5"/>`);
  if (cross <= HIGH) parts.push(`<circle cx="${X(cross)}" cy="${Y(24 * 6 * d ** 3)}" r="6" fill="none" stroke="var(--course-ink)" stroke-width="2"/>`);
  for (const p of [7, 10, 13, 16, 19]) parts.push(`<text x="${X(p)}" y="${bottom + 18}" text-anchor="middle" font-size="12">${words(2 ** p)}</text>`);
  for (let e = Math.ceil(low); e <= high; e += 3) parts.push(`<text x="${left - 5}" y="${Y(10 ** e) + 4}" text-anchor="end" font-size="12">1e${e}</text>`);
  parts.push(`<text x="${(left + W) / 2}" y="${H - 3}" text-anchor="middle" font-size="12">length n; blue: everything else, orange: pairs</text>`);
  return `<svg viewBox="0 0 ${W} ${H}" width="100%" style="max-width:${W}px" aria-hidden="true">${parts.join("")}</svg>`;
}

export default {
  render({ model, el }) {
    const id = `length-cost-${Math.random().toString(36).slice(2)}`;
    const put = (key, value) => { model.set(key, value); model.save_changes(); };
    const length = node("input", { type: "range", id: `${id}-power`, min: String(LOW), max: String(HIGH), step: "1", "data-input": "power", oninput: (event) => put("power", +event.target.value) });
    const width = node("select", { id: `${id}-width`, "data-input": "width", onchange: (event) => put("width", +event.target.value) }, ...WIDTHS.map((d) => node("option", { value: String(d) }, words(d))));
    const shown = node("output", { for: length.id, "data-value": "length" });
    const values = {};
    const row = (label, key, unit, kind = "") => {
      values[key] = node("td", { "data-value": key });
      return node("tr", { class: kind }, node("th", { scope: "row" }, label), values[key], node("td", { class: "unit" }, unit));
    };
    const table = node("table", {}, node("tbody", {},
      row("projections, 8nd²", "projections", "Gflop"), row("feed forward, 16nd²", "forward", "Gflop"), row("all pairs, 4n²d", "pairs", "Gflop"),
      row("share of the pairs", "share", "%", "total"), row("pairs overtake the rest at n = 6d =", "crossing", "tokens"),
      row("weights of all heads, stored", "stored", "MB"), row(`the same in strips of ${words(model.get("piece"))} keys`, "strip", "MB")));
    const picture = node("div");

    const draw = () => {
      const power = model.get("power"), d = model.get("width"), n = 2 ** power, c = cost(n, d), stored = n * n * (d / HEAD) * 2;
      length.value = String(power);
      length.setAttribute("aria-valuetext", `${words(n)} tokens`);
      width.value = String(d);
      shown.textContent = words(n);
      for (const key of ["projections", "forward", "pairs"]) values[key].textContent = words(c[key] / 1e9, 3);
      values.share.textContent = words((100 * c.pairs) / (c.projections + c.forward + c.pairs), 2);
      values.crossing.textContent = words(6 * d);
      values.stored.textContent = words(stored / 1e6, 3);
      values.strip.textContent = words((stored * Math.min(model.get("piece"), n)) / n / 1e6, 3);
      picture.innerHTML = chart(power, d);
    };

    el.append(node("style", {}, STYLE), node("div", { class: "length-cost" },
      node("div", { class: "lab-controls" },
        node("label", { for: length.id }, node("span", {}, "length n: ", shown, " tokens"), length),
        node("label", { for: width.id }, "width d", width)),
      node("div", { class: "lab-scroll" }, table), picture));
    for (const key of ["power", "width"]) model.on(`change:${key}`, draw);
    draw();
  },
};
