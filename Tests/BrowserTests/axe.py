"""
The rules of axe-core over the current state of a page: WCAG 2.0, 2.1 and 2.2 at levels A and AA, and its best practices. The script
comes from the wheel axe-playwright-python (scripts/setup.sh test); without it these rules are skipped, which is printed once.
"""

import functools
import importlib.resources

from harness import Session

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"]
# Rules of levels A and AA that axe-core counts as experimental, and leaves out unless they are named. Not named: p-as-heading,
# which takes every bold line for a heading, as the state of a page that is followed by its explanation.
EXPERIMENTAL = ["css-orientation-lock", "label-content-name-mismatch", "table-fake-caption", "td-has-header"]

# Elements that a rule doesn't concern, by the rule: rows of the tree of places, whose names have the figures in words ("Cellar, 2
# things, €149" for "Cellar 2 €149").
EXCEPTIONS = {"label-content-name-mismatch": ".place-row"}

# Colours are judged once nothing fades any more. `incomplete` has what axe-core can't decide: of these, contrast is decided by
# accessibility.py, references by access.py.
RUN = """
async ([tags, experimental, exceptions]) => {
  const isFinite = (one) => one.effect?.getComputedTiming().endTime < 5000;
  await Promise.all(document.getAnimations().filter(isFinite).map((one) => one.finished.catch(() => {})));
  const rules = Object.fromEntries(experimental.map((rule) => [rule, { enabled: true }]));
  const found = await axe.run(document, { runOnly: tags, rules, resultTypes: ['violations'] });
  const concerns = (id, { target }) => !(id in exceptions && document.querySelector(target.at(-1))?.matches(exceptions[id]));
  return found.violations.flatMap(({ id, nodes }) => nodes.filter((node) => concerns(id, node)).map(({ html, any, all, none }) =>
    `${id}: ${html.slice(0, 120)} (${[...any, ...all, ...none].map((one) => one.message).join('; ').slice(0, 200)})`));
}
"""


@functools.cache
def script() -> str | None:
    """axe.min.js, or None where the wheel is not installed."""
    try:
        return (importlib.resources.files("axe_playwright_python") / "axe.min.js").read_text()
    except ModuleNotFoundError:
        print("skipped the rules of axe-core: the wheel axe-playwright-python is not installed (scripts/setup.sh test)", flush=True)
        return None


def violations(session: Session, experimental: bool = True) -> list[str]:
    """What breaks a rule of axe-core: the rule, the element, the reason. Without the script nothing is found."""
    text = script()
    if text is None:
        return []
    if not session.page.evaluate("'axe' in window"):
        session.page.evaluate(text)
    return session.page.evaluate(RUN, [TAGS, EXPERIMENTAL if experimental else [], EXCEPTIONS])
