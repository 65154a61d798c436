// Who notices when a token is exchanged. The changes were measured by course_lib on its models; this script only shows them.
const STYLE = `
.course-lab .visibility table { margin: 0; width: 100%; max-width: 34rem; }
.course-lab .visibility td.bar { width: 50%; text-align: left; }
.course-lab .visibility td.bar span { display: block; height: 0.9rem; background: var(--course-blue); border-radius: 0.15rem; }
.course-lab .visibility p { margin: 0.25rem 0 0.5rem; font-weight: 600; }`;

export default {
  render({ model, el }) {
    const id = `visibility-${Math.random().toString(36).slice(2)}`;
    const put = (key, value) => { model.set(key, value); model.save_changes(); };
    const families = model.get("families");
    const family = node("select", { id: `${id}-family`, "data-input": "family", onchange: (event) => put("family", event.target.value) },
      ...Object.keys(families).map((name) => node("option", { value: name }, name)));
    const change = node("input", { type: "range", id: `${id}-change`, min: "1", step: "1", "data-input": "change", oninput: (event) => put("change", +event.target.value) });
    const says = node("p", { role: "status", "aria-live": "polite" }), body = node("tbody");

    const draw = () => {
      const { inputs, outputs, moves } = families[model.get("family")];
      const at = Math.min(model.get("change"), inputs.length) - 1, row = moves[at], most = Math.max(...moves.flat());
      family.value = model.get("family");
      change.max = String(inputs.length);
      change.value = String(at + 1);
      change.setAttribute("aria-valuetext", `token ${at + 1} of ${inputs.length}: ${inputs[at]}`);
      const moved = row.filter((move) => move > 0).length;
      says.replaceChildren(`Token ${at + 1}, `, node("span", { "data-value": "token" }, inputs[at]), ", is exchanged: ",
        node("span", { "data-value": "moved" }, String(moved)), ` of ${outputs.length} outputs move.`);
      body.replaceChildren(...outputs.map((word, j) => {
        const bar = node("span");
        bar.style.width = `${(100 * row[j]) / most}%`;
        return node("tr", {}, node("th", { scope: "row" }, word), node("td", { class: "bar", "aria-hidden": "true" }, bar),
          node("td", { "data-value": `move-${j + 1}` }, row[j].toFixed(3)));
      }));
    };

    el.append(node("style", {}, STYLE), node("div", { class: "visibility" },
      node("div", { class: "lab-controls" },
        node("label", { for: family.id }, "family", family),
        node("label", { for: change.id }, "token to exchange", change)),
      says,
      node("div", { class: "lab-scroll" }, node("table", {},
        node("thead", {}, node("tr", {}, ...["output at", "", "moves by"].map((t) => (t ? node("th", { scope: "col" }, t) : node("td", { "aria-hidden": "true" }))))),
        body))));
    for (const key of ["family", "change"]) model.on(`change:${key}`, draw);
    draw();
  },
};
