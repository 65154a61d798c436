// Texts of a trained model, written beforehand. What is repeated and where the loop is are counted here, as course_lib.text.repetition does.
const STYLE = `
.course-lab .loop-text { border: 1px solid var(--course-grid); border-radius: 0.3rem; padding: 0.6rem 0.75rem; line-height: 1.7; overflow-wrap: anywhere; min-height: 9rem; white-space: pre-wrap; margin: 0; }
.course-lab .loop-text mark { background: transparent; color: var(--course-orange); text-decoration: underline; text-decoration-thickness: 2px; text-underline-offset: 3px; font-weight: 600; }
.course-lab .loop-says { margin: 0.75rem 0 0; }`;

export function repeated(ids, n) {
  const seen = new Set(), marks = ids.map(() => false);
  let again = 0;
  for (let i = 0; i + n <= ids.length; i++) {
    const phrase = ids.slice(i, i + n).join(" ");
    if (seen.has(phrase)) { again += 1; marks[i + n - 1] = true; }
    seen.add(phrase);
  }
  return { marks, share: ids.length >= n ? again / (ids.length - n + 1) : 0 };
}

export function finalLoop(ids, times = 3) {
  for (let period = 1; period <= Math.floor(ids.length / times); period++) {
    let start = ids.length - period;
    while (start > 0 && ids[start - 1] === ids[start - 1 + period]) start -= 1;
    if (ids.length - start >= times * period) return { start, period };
  }
  return null;
}

export default {
  render({ model, el }) {
    const id = `loop-player-${Math.random().toString(36).slice(2)}`;
    const tokens = model.get("tokens"), texts = model.get("texts"), temperatures = model.get("temperatures");
    const put = (key, value) => { model.set(key, value); model.save_changes(); };
    const slider = (key, min, max) => node("input", { type: "range", id: `${id}-${key}`, min: String(min), max: String(max), step: "1", "data-input": key, oninput: (event) => put(key, +event.target.value) });
    const step = slider("step", 0, temperatures.length - 1), draw = slider("draw", 1, texts[0].length), phrase = slider("phrase", 2, 8);
    const shown = Object.fromEntries(["step", "draw", "phrase"].map((key) => [key, node("output", { for: `${id}-${key}` })]));
    const text = node("p", { class: "loop-text", "data-value": "text", role: "status", "aria-live": "polite" });
    const share = node("b", { "data-value": "repeated" }), period = node("b", { "data-value": "period" }), start = node("b", { "data-value": "start" });
    const ends = node("span");

    const refresh = () => {
      const t = temperatures[model.get("step")], n = model.get("phrase"), ids = texts[model.get("step")][model.get("draw") - 1];
      step.value = String(model.get("step")); draw.value = String(model.get("draw")); phrase.value = String(n);
      shown.step.textContent = t === 0 ? "0, greedy" : t.toFixed(1);
      step.setAttribute("aria-valuetext", shown.step.textContent);
      shown.draw.textContent = String(model.get("draw"));
      shown.phrase.textContent = String(n);
      const { marks, share: found } = repeated(ids, n), loop = finalLoop(ids);
      text.replaceChildren();
      for (let i = 0; i < ids.length;) { // neighbours that are marked alike become one element
        let j = i;
        while (j < ids.length && marks[j] === marks[i]) j += 1;
        const words = ids.slice(i, j).map((k) => tokens[k]).join("").replace(/\n/g, " ");
        text.append(marks[i] ? node("mark", {}, words) : document.createTextNode(words));
        i = j;
      }
      share.textContent = found.toFixed(3);
      period.textContent = String(loop ? loop.period : 0);
      start.textContent = String(loop ? loop.start : 0);
      ends.replaceChildren(...(loop ? [" It ends in a loop of ", period, " tokens, from token ", start, " on."] : [" It ends in no loop."]));
    };

    el.append(node("style", {}, STYLE), node("div", { class: "loop-player" },
      node("div", { class: "lab-controls" },
        node("label", { for: step.id }, node("span", {}, "temperature: ", shown.step), step),
        node("label", { for: draw.id }, node("span", {}, "draw: ", shown.draw), draw),
        node("label", { for: phrase.id }, node("span", {}, "tokens in a phrase: ", shown.phrase), phrase)),
      text,
      node("p", { class: "loop-says" }, "Share of phrases that stood there before: ", share, ".", ends)));
    for (const key of ["step", "draw", "phrase"]) model.on(`change:${key}`, refresh);
    refresh();
  },
};
