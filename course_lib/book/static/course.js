// What CSS cannot do. Nothing here is needed to read a page.
document.addEventListener("change", (event) => {
  const choice = event.target.closest?.(".quiz-choice");
  if (!choice) return;
  const quiz = choice.closest(".quiz");
  quiz.querySelector(".quiz-said").textContent = choice.querySelector(".quiz-explanation").textContent;
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  document.querySelectorAll(".sym:hover, .sym:focus-within").forEach((sym) => sym.classList.add("sym-closed"));
});
for (const type of ["pointerout", "focusout"]) {
  document.addEventListener(type, (event) => event.target.closest?.(".sym")?.classList.remove("sym-closed"));
}
// A region that scrolls sideways must be reachable by keyboard; only those that do get a stop of the Tab key.
const reachable = () => {
  for (const box of document.querySelectorAll("div.math, mjx-container[display], .bd-article pre, .bd-article .output, .lab-scroll, .pst-scrollable-table-container, .course-table")) {
    if (box.scrollWidth > box.clientWidth + 1) box.tabIndex = 0;
    else if (box.tabIndex === 0) box.removeAttribute("tabindex");
  }
};
window.addEventListener("load", () => {
  (window.MathJax?.startup?.promise ?? Promise.resolve()).then(reachable);
  window.addEventListener("resize", reachable);
});
// Search shows an extract of each page it finds, which it fetches; a page from the file system may not fetch, so there it lists titles only.
if (location.protocol === "file:" && typeof DOCUMENTATION_OPTIONS !== "undefined") DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;
