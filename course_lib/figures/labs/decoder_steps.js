// A decoder's run, step by step. Logits and looks are those of the models on the page; the softmax is course_lib.layers.attention.softmax.
const SHOWN = 4;
const STYLE = `
.course-lab .decoder-steps table { margin: 0 0 0.75rem; width: 100%; max-width: 32rem; }
.course-lab .decoder-steps caption { caption-side: top; text-align: left; font-weight: 600; color: var(--course-ink); padding: 0 0 0.3rem; }
.course-lab .decoder-steps td.bar { width: 50%; text-align: left; }
.course-lab .decoder-steps td.bar span { display: block; height: 0.9rem; background: var(--course-blue); border-radius: 0.15rem; }
.course-lab .decoder-steps table.looks td.bar span { background: var(--course-orange); }
.course-lab .decoder-steps tr.taken :is(th, td) { font-weight: 700; }
.course-lab .decoder-steps .text { font-family: monospace; overflow-wrap: anywhere; }
.course-lab .decoder-steps p { margin: 0.5rem 0; }`;

export function softmax(logits) {
  const best = Math.max(...logits), weights = logits.map((z) => Math.exp(z - best)), sum = weights.reduce((a, b) => a + b, 0);
  return weights.map((w) => w / sum);
}

export function ranked(p) {
  return p.map((_, i) => i).sort((a, b) => p[b] - p[a] || a - b); // of equal ones the lower id first
}

export default {
  render({ model, el }) {
    const id = `decoder-steps-${Math.random().toString(36).slice(2)}`, runs = model.get("runs");
    const put = (changes) => { model.set(changes); model.save_changes(); };
    const run = node("select", { id: `${id}-run`, "data-input": "run", onchange: (event) => put({ step: 1, run: +event.target.value }) },
      ...runs.map((r, i) => node("option", { value: String(i) }, r.title)));
    const step = node("input", { type: "range", id: `${id}-step`, min: "1", step: "1", "data-input": "step", oninput: (event) => put({ step: +event.target.value }) });
    const go = (by, words, name) => node("button", { type: "button", "data-action": name, onclick: () => put({ step: Math.min(+step.max, Math.max(1, model.get("step") + by)) }) }, words);
    const at = node("output", { for: step.id });
    const value = (name, tag = "b") => node(tag, { "data-value": name });
    const input = value("input", "span"), picked = value("picked"), joint = value("joint");
    const rows = Array.from({ length: SHOWN }, (_, k) => ({ row: node("tr"), token: node("th", { scope: "row", "data-value": `token-${k + 1}` }), bar: node("span"), p: node("td", { "data-value": `p-${k + 1}` }) }));
    rows.forEach((r) => r.row.append(r.token, node("td", { class: "bar", "aria-hidden": "true" }, r.bar), r.p));
    rows[0].row.classList.add("taken");
    const head = (first, second) => node("thead", {}, node("tr", {}, node("th", { scope: "col" }, first), node("td", { "aria-hidden": "true" }), node("th", { scope: "col" }, second)));
    const body = node("tbody"), looks = node("table", { class: "looks" }, node("caption", {}, "This step looks at"), head("source", "weight"), body);
    const says = node("p", { role: "status", "aria-live": "polite" }, "Taken: ", picked, ". Probability of all that is written so far: ", joint, ".");

    const draw = () => {
      const now = runs[model.get("run")], last = now.logits.length, t = Math.min(model.get("step"), last);
      const steps = now.logits.slice(0, t).map(softmax), orders = steps.map(ranked), p = steps[t - 1], order = orders[t - 1];
      run.value = String(model.get("run"));
      step.max = String(last); step.value = String(t); at.textContent = `${t} of ${last}`;
      input.textContent = [...now.start, ...orders.slice(0, -1).map((o) => now.tokens[o[0]])].join(" ");
      rows.forEach((r, k) => {
        const i = order[k];
        r.row.hidden = i === undefined;
        if (i === undefined) return;
        r.token.textContent = now.tokens[i];
        r.bar.style.width = `${Math.max(0.3, 100 * p[i])}%`;
        r.p.textContent = p[i].toFixed(3);
      });
      picked.textContent = now.tokens[order[0]];
      joint.textContent = steps.reduce((product, q, s) => product * q[orders[s][0]], 1).toFixed(4);
      looks.hidden = !now.source.length;
      body.replaceChildren(...now.source.map((word, j) => {
        const weight = now.looks[t - 1][j], bar = node("span");
        bar.style.width = `${Math.max(0.3, 100 * weight)}%`;
        return node("tr", {}, node("th", { scope: "row" }, word), node("td", { class: "bar", "aria-hidden": "true" }, bar), node("td", { "data-value": `look-${j + 1}` }, weight.toFixed(3)));
      }));
    };

    el.append(node("style", {}, STYLE), node("div", { class: "decoder-steps" },
      node("div", { class: "lab-controls" },
        node("label", { for: run.id }, "run", run),
        node("label", { for: step.id }, node("span", {}, "step: ", at), step), go(-1, "back", "back"), go(1, "next", "next")),
      node("p", {}, "Input of this step: ", node("span", { class: "text" }, input)),
      node("table", {}, node("caption", {}, "What could come next"), head("token", "probability"), node("tbody", {}, ...rows.map((r) => r.row))),
      says, looks));
    for (const key of ["run", "step"]) model.on(`change:${key}`, draw);
    draw();
  },
};
