// Byte-pair encoding on a typed word: course_lib.text.bpe.merge_pair, applied merge after merge.
const STYLE = `
.course-lab .bpe-pieces { display: flex; flex-wrap: wrap; gap: 0.35rem; margin: 0.75rem 0; min-height: 2.6rem; padding: 0; list-style: none; }
.course-lab .bpe-pieces li { border: 2px solid var(--course-blue); border-radius: 0.35rem; padding: 0.2rem 0.5rem; font-family: monospace; font-size: 1.1rem; margin: 0; }
.course-lab .bpe-pieces li.new { border-color: var(--course-orange); border-style: double; border-width: 4px; }
.course-lab .bpe-player input[type="text"] { width: 13rem; font-family: monospace; }
.course-lab .bpe-player input[data-input="applied"] { width: 16rem; }
.course-lab .bpe-says { margin: 0.25rem 0; }
.course-lab .bpe-says span[data-value] { font-family: monospace; font-weight: 600; }
.course-lab .bpe-player button[aria-disabled="true"] { color: var(--course-faint); border-style: dashed; }`;

function byteLetters() { // GPT-2 shows every byte as one printable letter; a space becomes Ġ
  const printing = (b) => (b >= 33 && b <= 126) || (b >= 161 && b <= 172) || (b >= 174 && b <= 255);
  let other = 256;
  return Array.from({ length: 256 }, (_, b) => String.fromCharCode(printing(b) ? b : other++));
}
const LETTERS = byteLetters();

export function mergePair(symbols, [a, b]) {
  const merged = [];
  for (let i = 0; i < symbols.length; i++) {
    if (i + 1 < symbols.length && symbols[i] === a && symbols[i + 1] === b) merged.push(a + symbols[++i]);
    else merged.push(symbols[i]);
  }
  return merged;
}

// The word after each merge that changes it: [{ at, pieces, pair }], beginning with no merge at all.
export function changes(word, how) {
  const letters = how.bytes ? [...new TextEncoder().encode(word)].map((b) => LETTERS[b]) : [...word];
  let pieces = [...(how.before ? [how.before] : []), ...letters, ...(how.after ? [how.after] : [])];
  const found = [{ at: 0, pieces, pair: null }];
  how.merges.forEach((pair, k) => {
    const after = mergePair(pieces, pair);
    if (after.length < pieces.length) found.push({ at: k + 1, pieces: (pieces = after), pair });
  });
  return found;
}

export default {
  render({ model, el }) {
    const id = `bpe-player-${Math.random().toString(36).slice(2)}`;
    const tokenizers = model.get("tokenizers");
    const put = (key, value) => { model.set(key, value); model.save_changes(); };
    const total = () => tokenizers[model.get("chosen")].merges.length;
    const chosen = node("select", { id: `${id}-chosen`, "data-input": "chosen", onchange: (event) => { model.set("applied", Math.min(model.get("applied"), tokenizers[event.target.value].merges.length)); put("chosen", event.target.value); } },
      ...Object.keys(tokenizers).map((name) => node("option", { value: name }, name)));
    const word = node("input", { type: "text", id: `${id}-word`, "data-input": "word", maxlength: "30", autocomplete: "off", spellcheck: "false", autocapitalize: "off", oninput: (event) => {
      const typed = event.target.value.replace(/\s/g, "");
      if (typed) put("word", typed);
    } });
    const applied = node("input", { type: "range", id: `${id}-applied`, min: "0", step: "1", "data-input": "applied", oninput: (event) => put("applied", +event.target.value) });
    const next = node("button", { type: "button", "data-action": "next", onclick: () => {
      const after = changes(model.get("word"), tokenizers[model.get("chosen")]).find((step) => step.at > model.get("applied"));
      put("applied", after ? after.at : total());
    } }, "next change ▶");
    const back = node("button", { type: "button", "data-action": "start", onclick: () => put("applied", 0) }, "◀ start");
    const list = node("ol", { class: "bpe-pieces", "aria-hidden": "true" });
    const shown = node("output", { for: applied.id, "data-value": "applied" }), count = node("span", { "data-value": "tokens" }), pieces = node("span", { "data-value": "pieces" }), last = node("span", { "data-value": "last" });
    const says = node("p", { class: "bpe-says", role: "status", "aria-live": "polite" }, count, " tokens: ", pieces);
    const rule = node("p", { class: "bpe-says" }, "last merge that changed it: ", last);

    const draw = () => {
      const how = tokenizers[model.get("chosen")], steps = changes(model.get("word"), how);
      const done = steps.filter((step) => step.at <= model.get("applied")), now = done.at(-1);
      const joined = now.pair && now.pair.join("");
      chosen.value = model.get("chosen");
      applied.max = String(how.merges.length);
      applied.value = String(model.get("applied"));
      shown.textContent = String(model.get("applied"));
      applied.setAttribute("aria-valuetext", `${model.get("applied")} of ${how.merges.length} merges`);
      if (document.activeElement !== word) word.value = model.get("word");
      list.replaceChildren(...now.pieces.map((piece) => node("li", piece === joined ? { class: "new" } : {}, piece)));
      count.textContent = String(now.pieces.length);
      pieces.textContent = now.pieces.join(" ");
      last.textContent = now.pair ? `${now.pair[0]} + ${now.pair[1]}, number ${now.at}` : "none yet";
      next.setAttribute("aria-disabled", String(done.length === steps.length));
    };

    el.append(node("style", {}, STYLE), node("div", { class: "bpe-player" },
      node("div", { class: "lab-controls" },
        node("label", { for: word.id }, "word", word),
        node("label", { for: chosen.id }, "merges", chosen),
        node("label", { for: applied.id }, node("span", {}, "merges applied: ", shown), applied),
        node("div", { role: "group", "aria-label": "Steps" }, back, " ", next)),
      list, says, rule));
    for (const key of ["chosen", "word", "applied"]) model.on(`change:${key}`, draw);
    draw();
  },
};
