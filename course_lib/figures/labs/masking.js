// Hide tokens as mlm_corrupt does. The chances were drawn by PyTorch; this script only compares them with the rate, 0.8 and 0.9.
const STYLE = `
.course-lab .masking-tokens td { text-align: left; }
.course-lab .masking-tokens { margin: 0 0 0.75rem; }
.course-lab .masking-tokens tr.masked td { color: var(--course-blue); font-weight: 700; }
.course-lab .masking-tokens tr.random td { color: var(--course-orange); font-weight: 700; }
.course-lab .masking-tokens tr.kept td { color: var(--course-green); font-weight: 700; }
.course-lab .masking-columns { display: flex; flex-wrap: wrap; gap: 0.5rem 2rem; align-items: flex-start; }`;
const MARKS = ["[CLS]", "[SEP]", "[PAD]"], FATES = ["masked", "random", "kept"];
const NAMES = { masked: "[MASK]", random: "another token", kept: "left as it was" };

function hide(tokens, drawn, rate) {
  return tokens.map((token, i) => {
    if (MARKS.includes(token) || drawn.chosen[i] >= rate) return [token, null];
    if (drawn.fate[i] < 0.8) return ["[MASK]", "masked"];
    return drawn.fate[i] < 0.9 ? [drawn.random[i], "random"] : [token, "kept"];
  });
}

export default {
  render({ model, el }) {
    const id = `masking-${Math.random().toString(36).slice(2)}`;
    const put = (key, value) => { model.set(key, value); model.save_changes(); };
    const tokens = model.get("tokens"), chances = model.get("chances");
    const range = (key, min, max, step) => node("input", { type: "range", id: `${id}-${key}`, min, max, step, "data-input": key,
      oninput: (event) => put(key, +event.target.value) });
    const draw = range("draw", "1", String(chances.length), "1"), rate = range("rate", "0", "1", "0.05");
    const drawSays = node("output", { for: draw.id }), rateSays = node("output", { for: rate.id });
    const body = node("tbody"), totals = node("tbody");
    const could = tokens.filter((token) => !MARKS.includes(token)).length;
    const says = node("p", { role: "status", "aria-live": "polite" });

    const refresh = () => {
      const k = model.get("draw"), p = model.get("rate");
      const rows = hide(tokens, chances[k - 1], p);
      draw.value = String(k);
      rate.value = String(p);
      drawSays.textContent = `${k} of ${chances.length}`;
      rateSays.textContent = `${Math.round(100 * p)}%`;
      body.replaceChildren(...rows.map(([given, fate], i) => node("tr", fate ? { class: fate } : {},
        node("th", { scope: "row" }, tokens[i]), node("td", {}, given), node("td", {}, fate ? tokens[i] : "–"))));
      const count = (all, fate) => all.filter(([, f]) => (fate ? f === fate : f !== null)).length;
      const upto = chances.slice(0, k).flatMap((drawn) => hide(tokens, drawn, p));
      const selected = count(upto);
      const share = (n, of) => (of ? n / of : 0).toFixed(3);
      totals.replaceChildren(
        node("tr", {}, node("th", { scope: "row" }, "selected"), node("td", { "data-value": "selected" }, String(count(rows))),
          node("td", { "data-value": "all-selected" }, String(selected)), node("td", { "data-value": "share-selected" }, share(selected, could * k))),
        ...FATES.map((fate) => node("tr", {}, node("th", { scope: "row" }, NAMES[fate]), node("td", { "data-value": fate }, String(count(rows, fate))),
          node("td", { "data-value": `all-${fate}` }, String(count(upto, fate))), node("td", { "data-value": `share-${fate}` }, share(count(upto, fate), selected)))));
      says.replaceChildren("The model reads: ", node("span", { "data-value": "given" }, rows.map(([given]) => given).join(" ")));
    };

    const head = (...names) => node("thead", {}, node("tr", {}, ...names.map((name) => node("th", { scope: "col" }, name))));
    el.append(node("style", {}, STYLE), node("div", { class: "masking" },
      node("div", { class: "lab-controls" },
        node("label", { for: draw.id }, node("span", {}, "draw ", drawSays), draw),
        node("label", { for: rate.id }, node("span", {}, "chance of a token ", rateSays), rate)),
      says,
      node("div", { class: "masking-columns" },
        node("table", { class: "masking-tokens" }, head("text", "given", "asked for"), body),
        node("table", {}, head("what became of it", "in this draw", "in all so far", "share"), totals))));
    for (const key of ["draw", "rate"]) model.on(`change:${key}`, refresh);
    refresh();
  },
};
