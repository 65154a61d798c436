// Runs a lab on a page without a kernel: the same ESM as in JupyterLab, with a model that lives in the page.
const lab = document.getElementById("__ID__");
const state = JSON.parse(lab.querySelector("script.lab-state").textContent);
const listeners = new Map();
const emit = (event) => [...(listeners.get(event) ?? [])].forEach((f) => f());
const model = {
  get: (key) => state[key],
  set(key, value) {
    const changes = typeof key === "string" ? { [key]: value } : key;
    const changed = Object.keys(changes).filter((k) => JSON.stringify(state[k]) !== JSON.stringify(changes[k]));
    Object.assign(state, changes);
    changed.forEach((k) => emit(`change:${k}`));
    if (changed.length) emit("change");
  },
  on(event, f) {
    listeners.set(event, [...(listeners.get(event) ?? []), f]);
  },
  off(event, f) {
    listeners.set(event, f ? (listeners.get(event) ?? []).filter((g) => g !== f) : []);
  },
  save_changes() {},
  send() {},
};
const source = lab.querySelector("script.lab-source").textContent.replaceAll("<\\/script", "</script");
const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
const view = lab.querySelector(".lab-live");
const { default: widget } = await import(url);
const loaded = typeof widget === "function" ? await widget() : widget;
await loaded.initialize?.({ model });
await loaded.render({ model, el: view });
view.hidden = false;
lab.classList.add("is-live");
