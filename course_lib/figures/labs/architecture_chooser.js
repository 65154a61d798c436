// The decision tree of DNN 16.5 and what the families cost. The counts are course_lib.models.family_cost.family_cost.
const FAMILIES = ["encoder", "decoder", "encoder-decoder"], MATRICES = { encoder: 12, decoder: 12, "encoder-decoder": 28 };
const ROWS = [["parameters", "parameters, millions", 1e6, 1], ["products", "multiply-adds, billions", 1e9, 2], ["pairs", "pairs, thousands", 1e3, 1], ["passes", "passes in a row", 1, 0], ["kept", "numbers kept, millions", 1e6, 2]];
const STYLE = `
.course-lab .chooser ol { margin: 0 0 0.5rem; padding-left: 1.4rem; }
.course-lab .chooser li { margin: 0.15rem 0; }
.course-lab .chooser li.unasked { color: var(--course-faint); }
.course-lab .chooser fieldset { border: 0; padding: 0; }
.course-lab .chooser legend { padding: 0; font-size: 0.95rem; }
.course-lab .chooser li.unasked legend { color: var(--course-faint); }
.course-lab .chooser table { width: 100%; max-width: 40rem; margin: 0.5rem 0 0; }
.course-lab .chooser :is(th, td).chosen { font-weight: 700; border-bottom: 2px solid var(--course-orange); }
.course-lab .chooser p { margin: 0.25rem 0; }
.course-lab .chooser .family { font-weight: 700; }
@media (max-width: 30rem) { .course-lab .chooser :is(th, td) { padding: 0.2rem 0.2rem; font-size: 0.78rem; } .course-lab .chooser input[type="range"] { width: 8.5rem; } }`;

export function cost(family, L, d, n, m) {
  const parameters = MATRICES[family] * L * d * d, triangle = (m * (m + 1)) / 2;
  if (family === "encoder") return { parameters, products: parameters * (n + m), pairs: L * (n + m) ** 2, passes: 1, kept: 0 };
  const kept = 2 * L * d * (n + m);
  if (family === "decoder") return { parameters, products: parameters * (n + m), pairs: (L * (n + m) * (n + m + 1)) / 2, passes: Math.max(m, 1), kept };
  return { parameters, products: L * d * d * 14 * (n + m), pairs: L * (n * n + triangle + n * m), passes: 1 + m, kept };
}

const words = (x, digits) => x.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });

export default {
  render({ model, el }) {
    const id = `chooser-${Math.random().toString(36).slice(2)}`;
    const put = (changes) => { for (const [key, value] of Object.entries(changes)) model.set(key, value); model.save_changes(); };
    const tasks = model.get("tasks"), keys = ["new_text", "separate_source", "prompt"];
    const task = node("select", { id: `${id}-task`, "data-input": "task", onchange: (event) => {
      const chosen = tasks[+event.target.value];
      if (chosen) put({ new_text: chosen[1], separate_source: chosen[2], prompt: chosen[3] });
    } }, node("option", { value: "" }, "your own answers"), ...tasks.map((t, i) => node("option", { value: String(i) }, t[0])));
    const radios = keys.map((key, q) => ["no", "yes"].map((word) => node("input", { type: "radio", name: `${id}-${q}`, id: `${id}-${q}-${word}`, "data-input": `${key}-${word}`, onchange: () => { task.value = ""; put({ [key]: word === "yes" }); } })));
    const items = keys.map((_, q) => node("li", {}, node("fieldset", {}, node("legend", {}, model.get("questions")[q]),
      ...radios[q].map((radio, k) => node("label", { for: radio.id, class: "lab-inline" }, radio, ["no", "yes"][k])))));
    const family = node("span", { class: "family", "data-value": "family" }), why = node("span", { "data-value": "why" }), sees = node("span", { "data-value": "sees" });
    const shown = {}, ranges = {};
    const range = (key, label, min, max, step) => {
      shown[key] = node("output", { "data-value": key });
      ranges[key] = node("input", { type: "range", id: `${id}-${key}`, min: String(min), max: String(max), step: String(step), "data-input": key, oninput: (event) => put({ [key]: +event.target.value }) });
      return node("label", { for: ranges[key].id }, node("span", {}, label, shown[key]), ranges[key]);
    };
    const equal = node("select", { id: `${id}-equal`, "data-input": "equal", onchange: (event) => put({ equal: event.target.value }) },
      node("option", { value: "depth" }, "equal depth"), node("option", { value: "parameters" }, "equal parameters"));
    const cells = Object.fromEntries(ROWS.map(([key]) => [key, FAMILIES.map((name) => node("td", { "data-value": `${key}-${name}` }))]));
    const heads = FAMILIES.map((name) => node("th", { scope: "col" }, name === "encoder-decoder" ? "both" : name));

    const draw = () => {
      const answers = keys.map((key) => model.get(key));
      const path = !answers[0] ? "no" : answers[1] ? "yes-yes" : answers[2] ? "yes-no-yes" : "yes-no-no";
      const leaf = model.get("leaves")[path];
      keys.forEach((_, q) => {
        radios[q][0].checked = !answers[q];
        radios[q][1].checked = answers[q];
        items[q].className = q < leaf.asked ? "" : "unasked";
        radios[q].forEach((radio) => { radio.disabled = q >= leaf.asked; });
      });
      family.textContent = leaf.family;
      why.textContent = leaf.why;
      sees.textContent = leaf.sees;
      const L = model.get("depth"), d = model.get("width"), n = model.get("source"), m = model.get("target"), same = model.get("equal");
      for (const key of Object.keys(ranges)) { ranges[key].value = String(model.get(key)); shown[key].textContent = words(model.get(key), 0); }
      equal.value = same;
      FAMILIES.forEach((name, column) => {
        const depth = same === "parameters" ? Math.floor((L * 28) / MATRICES[name]) : L, counted = cost(name, depth, d, n, m);
        heads[column].className = name === leaf.family ? "chosen" : "";
        for (const [key, , scale, digits] of ROWS) {
          cells[key][column].textContent = words(counted[key] / scale, digits);
          cells[key][column].className = name === leaf.family ? "chosen" : "";
        }
      });
    };

    el.append(node("style", {}, STYLE), node("div", { class: "chooser" },
      node("div", { class: "lab-controls" }, node("label", { for: task.id }, "task", task)),
      node("ol", {}, ...items),
      node("div", { role: "status", "aria-live": "polite" },
        node("p", {}, "Take: ", family), node("p", {}, why), node("p", {}, "Who sees whom: ", sees, ".")),
      node("div", { class: "lab-controls" },
        range("depth", "blocks L: ", 3, 48, 3), range("width", "width d: ", 64, 8192, 64),
        range("source", "source n: ", 20, 4000, 20), range("target", "target m: ", 0, 4000, 20),
        node("label", { for: equal.id }, "compare at", equal)),
      node("div", { class: "lab-scroll" }, node("table", {},
        node("thead", {}, node("tr", {}, node("td", {}), ...heads)),
        node("tbody", {}, ...ROWS.map(([key, label]) => node("tr", {}, node("th", { scope: "row" }, label), ...cells[key])))))));
    for (const key of [...keys, "depth", "width", "source", "target", "equal"]) model.on(`change:${key}`, draw);
    draw();
  },
};
