// Fill in the blanks. A trained model's probabilities for every choice of hidden words were computed by PyTorch; this script looks them up
// and adds up -ln p(true word), as course_lib.training.objectives.mlm_loss does.
const STYLE = `
.course-lab .blanks fieldset { border: 0; padding: 0; margin: 0 0 0.75rem; display: flex; flex-wrap: wrap; gap: 0.4rem; }
.course-lab .blanks legend { padding: 0; margin: 0 0 0.3rem; }
.course-lab .blanks .blank-word { display: inline-flex; flex-direction: row; align-items: center; gap: 0.3rem; border: 1px solid var(--course-grid); border-radius: 0.25rem; padding: 0.2rem 0.5rem; min-height: 2rem; }
.course-lab .blanks .blank-word.hidden { border-color: var(--course-blue); color: var(--course-blue); font-weight: 700; }
.course-lab .blanks td { text-align: left; }
@media (max-width: 30rem) { .course-lab .blanks :is(th, td) { padding: 0.25rem 0.2rem; } }
.course-lab .blanks td.number { text-align: right; }
.course-lab .blanks-says { margin: 0.75rem 0 0; }`;

const lossOf = (blank) => -Math.log(Math.min(Math.max(blank.truth, 1e-5), 1 - 1e-5)); // probabilities are kept to five decimals

export default {
  render({ model, el }) {
    const id = `blanks-${Math.random().toString(36).slice(2)}`;
    const tokens = model.get("tokens"), guesses = model.get("guesses"), most = model.get("most");
    const put = (place, on) => {
      const rest = model.get("hidden").filter((other) => other !== place);
      model.set("hidden", on ? [...rest, place].sort((a, b) => a - b) : rest);
      model.save_changes();
    };
    const boxes = tokens.map((_, i) => node("input", { type: "checkbox", id: `${id}-${i}`, "data-input": `hide-${i + 1}`, onchange: (event) => put(i, event.target.checked) }));
    const words = tokens.map((word, i) => node("label", { class: "blank-word", for: boxes[i].id }, boxes[i], node("span", {}, word)));
    const body = node("tbody");
    const given = node("span", { "data-value": "given" }), sum = node("b", { "data-value": "loss-sum" }), mean = node("b", { "data-value": "loss-mean" });
    const says = node("p", { class: "blanks-says", role: "status", "aria-live": "polite" }, "The model reads: ", given, ". Loss: sum ", sum, ", mean ", mean, " nats.");

    const refresh = () => {
      const hidden = model.get("hidden"), blanks = hidden.length ? guesses[hidden.join(",")] : [];
      boxes.forEach((box, i) => {
        box.checked = hidden.includes(i);
        box.disabled = !box.checked && hidden.length >= most;
        words[i].classList.toggle("hidden", box.checked);
      });
      body.replaceChildren(...blanks.map((blank, row) => {
        const place = hidden[row] + 1;
        return node("tr", {}, node("th", { scope: "row" }, tokens[hidden[row]]),
          node("td", { "data-value": `best-${place}` }, blank.best.map(([word, p]) => `${word} ${p.toFixed(2)}`).join(", ")),
          node("td", { class: "number", "data-value": `truth-${place}` }, blank.truth.toFixed(3)),
          node("td", { class: "number", "data-value": `kin-${place}` }, blank.kin.toFixed(3)),
          node("td", { class: "number", "data-value": `loss-${place}` }, lossOf(blank).toFixed(3)));
      }));
      const total = blanks.reduce((all, blank) => all + lossOf(blank), 0);
      given.textContent = tokens.map((word, i) => (hidden.includes(i) ? "[MASK]" : word)).join(" ");
      sum.textContent = total.toFixed(3);
      mean.textContent = (blanks.length ? total / blanks.length : 0).toFixed(3);
    };

    el.append(node("style", {}, STYLE), node("div", { class: "blanks" },
      node("fieldset", {}, node("legend", {}, `Hide up to ${most} words:`), ...words),
      node("div", { class: "lab-scroll", tabindex: "0", role: "region", "aria-label": "the guesses" }, node("table", {},
        node("thead", {}, node("tr", {}, ...["hidden", "guesses", "p", "p(kind)", "loss"].map((name) => node("th", { scope: "col" }, name)))), body)),
      says));
    model.on("change:hidden", refresh);
    refresh();
  },
};
