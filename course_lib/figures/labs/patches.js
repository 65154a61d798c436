// A picture in patches. The counts are course_lib.layers.patches: grid, and the projection of PatchEmbedding.
const SIZE = 224, CHANNELS = 3, WIDTHS = [192, 384, 768, 1024];
const STYLE = `
.course-lab .patches-lab { display: flex; flex-wrap: wrap; gap: 1rem 1.75rem; align-items: flex-start; }
.course-lab .patches-picture { position: relative; width: 19rem; max-width: 100%; }
.course-lab .patches-picture canvas { display: block; width: 100%; height: auto; }
.course-lab .patches-mark { position: absolute; border: 3px solid var(--course-orange); outline: 2px solid var(--course-paper); border-radius: 2px; pointer-events: none; }
.course-lab .patches-lab table { margin: 0; }
.course-lab .patches-lab th[scope="row"] { font-weight: normal; }
.course-lab .patches-says { margin: 0.75rem 0 0; min-height: 3em; }`;

export function count(side, width) {
  const patches = (SIZE / side) ** 2, tokens = patches + 1, numbers = side * side * CHANNELS;
  return { patches, tokens, pairs: tokens * tokens, numbers, parameters: numbers * width + width, ratio: (tokens / ((SIZE / 16) ** 2 + 1)) ** 2 };
}

const words = (x, digits = 0) => x.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });

export default {
  render({ model, el }) {
    const id = `patches-${Math.random().toString(36).slice(2)}`, sides = model.get("sides"), pixels = model.get("pixels"), shown = pixels.length;
    const put = (key, value) => { model.set(key, value); model.save_changes(); };
    const source = document.createElement("canvas");
    source.width = source.height = shown;
    const ink = source.getContext("2d"), colours = model.get("colours");
    pixels.forEach((row, y) => [...row].forEach((c, x) => { ink.fillStyle = colours[+c]; ink.fillRect(x, y, 1, 1); }));

    const side = node("input", { type: "range", id: `${id}-side`, min: "0", max: String(sides.length - 1), step: "1", "data-input": "side",
      oninput: (event) => {
        const chosen = sides[+event.target.value];
        model.set("token", Math.min(model.get("token"), (SIZE / chosen) ** 2));
        put("side", chosen);
      } });
    const token = node("input", { type: "range", id: `${id}-token`, min: "0", step: "1", "data-input": "token", oninput: (event) => put("token", +event.target.value) });
    const width = node("select", { id: `${id}-width`, "data-input": "width", onchange: (event) => put("width", +event.target.value) },
      ...WIDTHS.map((d) => node("option", { value: String(d) }, words(d))));
    const sideShown = node("output", { for: side.id, "data-value": "side" }), tokenShown = node("output", { for: token.id });
    const canvas = node("canvas", { "aria-hidden": "true" }), mark = node("div", { class: "patches-mark" });
    canvas.width = canvas.height = 672;
    const brush = canvas.getContext("2d"), values = {};
    const row = (label, key) => {
      values[key] = node("td", { "data-value": key });
      return node("tr", {}, node("th", { scope: "row" }, label), values[key]);
    };
    const table = node("table", {}, node("tbody", {}, row("patches", "patches"), row("tokens, with the class token", "tokens"), row("pairs in one head", "pairs"),
      row("pairs, as a multiple of those at 16", "ratio"), row("numbers in one patch", "numbers"), row("parameters of the projection", "parameters")));
    const place = node("b", { "data-value": "place" }), says = node("p", { class: "patches-says", role: "status", "aria-live": "polite" });

    const draw = () => {
      const p = model.get("side"), d = model.get("width"), c = count(p, d), rows = SIZE / p, t = model.get("token");
      side.value = String(sides.indexOf(p));
      side.setAttribute("aria-valuetext", `${p} pixels`);
      width.value = String(d);
      token.max = String(c.patches);
      token.value = String(t);
      sideShown.textContent = String(p);
      tokenShown.textContent = String(t);
      for (const key of ["patches", "tokens", "pairs", "numbers", "parameters"]) values[key].textContent = words(c[key]);
      values.ratio.textContent = words(c.ratio, 2);
      const all = canvas.width, gap = Math.max(2, Math.min(10, (0.12 * all) / rows)), s = (all - gap * (rows - 1)) / rows, cut = shown / rows;
      brush.clearRect(0, 0, all, all);
      brush.imageSmoothingEnabled = false;
      for (let i = 0; i < rows; i++) for (let j = 0; j < rows; j++) brush.drawImage(source, j * cut, i * cut, cut, cut, j * (s + gap), i * (s + gap), s, s);
      const i = Math.floor((t - 1) / rows), j = (t - 1) % rows, percent = (x) => `${(100 * x) / all}%`;
      mark.hidden = t === 0;
      Object.assign(mark.style, { left: `calc(${percent(j * (s + gap))} - 3px)`, top: `calc(${percent(i * (s + gap))} - 3px)`, width: `calc(${percent(s)} + 6px)`, height: `calc(${percent(s)} + 6px)` });
      place.textContent = t ? `row ${i + 1}, column ${j + 1}` : "no patch";
      says.replaceChildren(`Token ${t} is `, place, t ? `: ${words(c.numbers)} numbers, projected to ${words(d)}.` : `: the class token, ${words(d)} learned numbers, the same for every picture.`);
    };

    el.append(node("style", {}, STYLE),
      node("div", { class: "lab-controls" },
        node("label", { for: side.id }, node("span", {}, "side of a patch: ", sideShown, " pixels"), side),
        node("label", { for: token.id }, node("span", {}, "token ", tokenShown), token),
        node("label", { for: width.id }, "width of the model", width)),
      node("div", { class: "patches-lab" }, node("div", { class: "patches-picture" }, canvas, mark), node("div", { class: "lab-scroll" }, table)), says);
    for (const key of ["side", "token", "width"]) model.on(`change:${key}`, draw);
    draw();
  },
};
