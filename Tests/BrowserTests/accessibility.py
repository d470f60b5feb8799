"""
Rules of accessibility beside those of axe-core: every reference has its element, fields are large enough for fingers, and the
contrast of text where axe-core doesn't decide it (over images, gradients and the 3D view).
"""

from access import look_over
from harness import Session

RULES = r"""
(() => {
  const found = [];
  const where = (e) =>
    `<${e.tagName.toLowerCase()} class="${e.getAttribute('class') ?? ''}">${(e.textContent ?? '').trim().slice(0, 30)}`;
  const report = (rule, e) => found.push(`${rule}: ${where(e)}`);
  const isShown = (e) => e.checkVisibility({ visibilityProperty: true }) && e.getClientRects().length > 0;
  const isClipped = (e) => e.closest('.visually-hidden') !== null || getComputedStyle(e).clipPath !== 'none';
  const modal = document.querySelector('dialog[open]');
  const all = [...(modal ?? document.body).querySelectorAll('*')].filter(isShown);

  const fields = 'select, textarea, input:not([type=checkbox], [type=radio], [type=file], [type=range])';
  for (const e of all) {
    for (const name of ['aria-labelledby', 'aria-describedby', 'aria-controls']) {
      for (const id of (e.getAttribute(name) ?? '').split(/\s+/).filter((id) => id !== '')) {
        if (!document.getElementById(id)) report(`${name} refers to nothing`, e);
      }
    }
    const { height } = e.getBoundingClientRect();
    if (e.matches(fields) && !isClipped(e) && height < 43.5) report(`field of ${Math.round(height)} px`, e);
  }

  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const rgba = (css) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = css;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = ([r, g, b, a], [R, G, B]) => [r * a + R * (1 - a), g * a + G * (1 - a), b * a + B * (1 - a), 1];
  const behind = (e) => {
    const layers = [];
    for (let at = e; at; at = at.parentElement) {
      layers.push(rgba(getComputedStyle(at).backgroundColor));
      if (layers.at(-1)[3] === 1) break;
    }
    return layers.reverse().reduce((below, layer) => over(layer, below), [0, 0, 0, 1]);
  };
  const light = ([r, g, b]) => {
    const linear = [r, g, b].map((v) => v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  };
  const isFaded = (e) => e !== null && (Number(getComputedStyle(e).opacity) < 1 || isFaded(e.parentElement));
  for (const e of all) {
    const hasText = [...e.childNodes].some((n) => n.nodeType === Node.TEXT_NODE && n.textContent.trim() !== '');
    if (!hasText || isClipped(e) || e.matches('option') || e.closest(':disabled, [aria-disabled=true]') || isFaded(e)) continue;
    if (e.closest('.stage-markers')) continue; // over the 3D view
    const background = behind(e);
    const [a, b] = [light(over(rgba(getComputedStyle(e).color), background)), light(background)].sort((x, y) => y - x);
    const contrast = (a + 0.05) / (b + 0.05);
    if (contrast < 4.45) report(`contrast ${contrast.toFixed(2)}`, e);
  }
  return [...new Set(found)];
})()
"""


def audit(session: Session, name: str):
    """Fails with what breaks the rules in the current state of the page."""
    look_over(session)
    problems = session.page.evaluate(RULES)
    assert not problems, f"{name}: {len(problems)} problems: {problems[:8]}"
