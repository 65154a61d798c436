"""`Lab`: one object for JupyterLab, for a page without a kernel, and for paper."""

import json
import re

import pytest
import traitlets

from course_lib.figures.labs.base import Lab
from course_lib.figures.style import figure
from tests.book.browser import open_page, violations

SCRIPT = """
export default {
  render({ model, el }) {
    el.innerHTML = `<label>factor <input type="range" min="0" max="10" step="1"></label> <output data-value="product"></output>`;
    const input = el.querySelector("input"), out = el.querySelector("output");
    const draw = () => { out.textContent = (model.get("factor") * model.get("numbers")[1]).toFixed(2); };
    input.value = model.get("factor");
    input.addEventListener("input", () => { model.set("factor", Number(input.value)); model.save_changes(); });
    model.on("change:factor", draw);
    draw();
  },
};
"""


class Product(Lab):
    """A factor times a number."""

    _esm = SCRIPT
    alt = "A slider and the product of its value with 1.5."
    caption = "Move the slider, and $ab$ changes."
    factor = traitlets.Int(3).tag(sync=True)
    numbers = traitlets.List([1.0, 1.5]).tag(sync=True)

    def poster(self):
        fig, ax = figure(width=3, height=2)
        ax.bar(["product"], [self.factor * self.numbers[1]])
        return fig


def bundle(lab):
    return lab._repr_mimebundle_()[0]


def test_a_lab_is_a_widget_a_page_and_a_picture():
    data = bundle(Product())
    assert data["application/vnd.jupyter.widget-view+json"]["model_id"]
    assert data["text/html"].startswith('<figure class="course-lab" id="lab-product')
    assert data["image/png"].startswith("iVBOR")


def test_the_page_gets_the_state_as_json():
    state = re.search(r'class="lab-state">(.*?)</script>', bundle(Product(factor=7))["text/html"]).group(1)
    assert json.loads(state) == {"factor": 7, "numbers": [1.0, 1.5]}


@pytest.fixture
def page_of(tmp_path):
    def write(*labs):
        body = "".join(bundle(lab)["text/html"] for lab in labs)
        path = tmp_path / "page.html"
        head = '<title>A lab</title><meta charset="utf-8">'
        path.write_text(f'<!doctype html><html lang="en">{head}<main>{body}</main></html>', encoding="utf-8")
        return path

    return write


def test_on_a_page_with_no_kernel_and_no_network_the_lab_answers_the_keyboard(browser, page_of):
    page, visit = open_page(browser, page_of(Product()))
    assert page.locator("[data-value=product]").inner_text() == "4.50"
    page.locator("input").press("ArrowRight")
    assert page.locator("[data-value=product]").inner_text() == "6.00"
    assert not page.locator(".lab-poster").is_visible()
    assert visit.errors == visit.outside == []


def test_two_of_the_same_lab_on_a_page_work_apart(browser, page_of):
    page, _ = open_page(browser, page_of(Product(), Product(factor=5)))
    page.locator("input").nth(1).press("ArrowRight")
    assert page.locator("[data-value=product]").all_inner_texts() == ["4.50", "9.00"]


def test_without_javascript_the_poster_stands_there_with_its_words(browser, page_of):
    page, _ = open_page(browser, page_of(Product()), javascript=False)
    assert page.locator(".lab-poster > svg").is_visible()
    assert page.locator(".lab-poster > svg").get_attribute("aria-label") == Product.alt
    assert not page.locator(".lab-live").is_visible()


def test_paper_shows_the_poster(browser, page_of):
    page, _ = open_page(browser, page_of(Product()))
    page.emulate_media(media="print")
    assert page.locator(".lab-poster > svg").is_visible()
    assert not page.locator(".lab-live").is_visible()


def test_a_script_that_says_script_does_not_end_itself(browser, page_of):
    class Sly(Product):
        _esm = SCRIPT.replace("factor <input", "<b>&lt;/script&gt;</b><!-- </script> --> <input")

    page, visit = open_page(browser, page_of(Sly()))
    assert page.locator("[data-value=product]").inner_text() == "4.50"
    assert visit.errors == []


def test_axe_finds_nothing_serious_in_a_lab(browser, page_of):
    page, _ = open_page(browser, page_of(Product()))
    assert violations(page) == []


@pytest.mark.parametrize("missing", ["alt", "caption"])
def test_a_lab_without_words_is_refused(missing):
    mute = type("Mute", (Product,), {missing: ""})
    with pytest.raises(ValueError, match=f"the lab Mute has no {missing}"):
        mute()


def test_a_lab_without_a_script_is_refused():
    with pytest.raises(ValueError, match=r"the lab Dumb has no script: write .*test_lab\.js"):
        type("Dumb", (Lab,), {"__module__": __name__})


def test_a_state_that_is_not_json_is_refused():
    with pytest.raises(ValueError, match=r"cannot send numbers=\[nan, 1.5\]"):
        Product(numbers=[float("nan"), 1.5])
