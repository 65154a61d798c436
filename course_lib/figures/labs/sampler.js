// Sampling controls on a trained model's logits. The filters are those of course_lib.decoding: temperature, then top-k, then top-p.
const SHOWN = 8;
const STYLE = `
.course-lab .sampler table { margin: 0; width: 100%; max-width: 34rem; }
.course-lab .sampler td.bar { width: 55%; text-align: left; }
.course-lab .sampler td.bar span { display: block; height: 0.9rem; background: var(--course-blue); border-radius: 0.15rem; }
.course-lab .sampler th[scope="row"] { font-family: monospace; font-weight: 600; white-space: pre; }
.course-lab .sampler tr.out :is(th, td) { color: var(--course-faint); }
.course-lab .sampler-says { margin: 0.5rem 0; }
.course-lab .sampler-drawn { font-family: monospace; white-space: pre-wrap; }`;

export function distribution(logits, temperature, topK, topP) {
  const order = logits.map((_, i) => i).sort((a, b) => logits[b] - logits[a] || a - b); // of equal ones the lower id first
  const kept = temperature === 0 ? 1 : topK ? Math.min(topK, logits.length) : logits.length;
  const scale = temperature === 0 ? 1 : temperature, best = logits[order[0]];
  const weights = order.map((i, rank) => (rank < kept ? Math.exp((logits[i] - best) / scale) : 0));
  const sum = weights.reduce((a, b) => a + b, 0);
  let before = 0;
  const nucleus = weights.map((w, rank) => {
    const keep = topP >= 1 || rank === 0 || before < topP; // a token stays while those before it have not reached p
    before += w / sum;
    return keep ? w : 0;
  });
  const left = nucleus.reduce((a, b) => a + b, 0), p = new Array(logits.length).fill(0);
  order.forEach((i, rank) => { p[i] = nucleus[rank] / left; });
  return { p, order };
}

const visible = (token) => token.replace(/ /g, "␣").replace(/\n/g, "⏎");

export default {
  render({ model, el }) {
    const id = `sampler-${Math.random().toString(36).slice(2)}`;
    const tokens = model.get("tokens"), all = model.get("logits"), keys = ["prompt", "temperature", "top_k", "top_p"];
    const put = (key, value) => { model.set(key, value); model.save_changes(); };
    const slider = (key, max, step) => node("input", { type: "range", id: `${id}-${key}`, min: "0", max: String(max), step: String(step), "data-input": key, oninput: (event) => put(key, +event.target.value) });
    const prompt = node("select", { id: `${id}-prompt`, "data-input": "prompt", onchange: (event) => put("prompt", event.target.value) }, ...Object.keys(all).map((text) => node("option", { value: text }, `${text} …`)));
    const temperature = slider("temperature", 2, 0.1), topK = slider("top_k", 40, 1), topP = slider("top_p", 1, 0.05);
    const shown = Object.fromEntries(keys.slice(1).map((key) => [key, node("output", { for: `${id}-${key}` })]));
    const rows = Array.from({ length: SHOWN }, (_, k) => ({ row: node("tr"), token: node("th", { scope: "row", "data-value": `token-${k + 1}` }), bar: node("span"), p: node("td", { "data-value": `p-${k + 1}` }) }));
    rows.forEach((r) => r.row.append(r.token, node("td", { class: "bar", "aria-hidden": "true" }, r.bar), r.p));
    const kept = node("b", { "data-value": "kept" }), entropy = node("b", { "data-value": "entropy" });
    const says = node("p", { class: "sampler-says", role: "status", "aria-live": "polite" }, "Tokens that can be drawn: ", kept, ` of ${tokens.length}. Entropy: `, entropy, " bits.");
    const drawn = node("p", { class: "sampler-says sampler-drawn", role: "status", "aria-live": "polite" });
    let now;
    const draw10 = node("button", { type: "button", "data-action": "draw", onclick: () => {
      drawn.textContent = Array.from({ length: 10 }, () => {
        let x = Math.random(), i = now.order[0];
        for (const j of now.order) { if ((x -= now.p[j]) < 0) { i = j; break; } }
        return visible(tokens[i]);
      }).join("  ");
    } }, "draw ten");

    const draw = () => {
      const t = model.get("temperature"), k = model.get("top_k"), p = model.get("top_p");
      now = distribution(all[model.get("prompt")], t, k, p);
      prompt.value = model.get("prompt");
      temperature.value = String(t); topK.value = String(k); topP.value = String(p);
      shown.temperature.textContent = t === 0 ? "0, greedy" : t.toFixed(1);
      shown.top_k.textContent = k ? String(k) : "off";
      shown.top_p.textContent = p >= 1 ? "off" : p.toFixed(2);
      topK.setAttribute("aria-valuetext", shown.top_k.textContent);
      topP.setAttribute("aria-valuetext", shown.top_p.textContent);
      rows.forEach((r, rank) => {
        const i = now.order[rank], share = now.p[i];
        r.token.textContent = visible(tokens[i]);
        r.bar.style.width = `${Math.max(0.3, 100 * share)}%`;
        r.p.textContent = share.toFixed(3);
        r.row.classList.toggle("out", share === 0);
      });
      kept.textContent = String(now.p.filter((x) => x > 0).length);
      entropy.textContent = now.p.reduce((sum, x) => (x > 0 ? sum - x * Math.log2(x) : sum), 0).toFixed(3);
    };

    el.append(node("style", {}, STYLE), node("div", { class: "sampler" },
      node("div", { class: "lab-controls" },
        node("label", { for: prompt.id }, "prompt", prompt),
        node("label", { for: temperature.id }, node("span", {}, "temperature: ", shown.temperature), temperature),
        node("label", { for: topK.id }, node("span", {}, "top-k: ", shown.top_k), topK),
        node("label", { for: topP.id }, node("span", {}, "top-p: ", shown.top_p), topP)),
      node("div", { class: "lab-scroll" }, node("table", {},
        node("thead", {}, node("tr", {}, node("th", { scope: "col" }, "token"), node("td", { "aria-hidden": "true" }), node("th", { scope: "col" }, "probability"))),
        node("tbody", {}, ...rows.map((r) => r.row)))),
      says, draw10, drawn));
    for (const key of keys) model.on(`change:${key}`, draw);
    draw();
  },
};
