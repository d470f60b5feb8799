"""Rules of accessibility that can be read from a page: names, references, headings, sizes of targets, contrast of text."""

from harness import Session

RULES = r"""
(() => {
  const found = [];
  const where = (e) =>
    `<${e.tagName.toLowerCase()} class="${e.getAttribute('class') ?? ''}">${(e.textContent ?? '').trim().slice(0, 30)}`;
  const report = (rule, e) => found.push(`${rule}: ${where(e)}`);
  const isShown = (e) => e.checkVisibility({ visibilityProperty: true }) && e.getClientRects().length > 0;
  const isClipped = (e) => e.closest('.visually-hidden') !== null || getComputedStyle(e).clipPath !== 'none';
  const textOf = (ids) => ids.split(/\s+/).map((id) => document.getElementById(id)?.textContent ?? '').join(' ').trim();
  const nameOf = (e) => e.getAttribute('aria-label')?.trim() || textOf(e.getAttribute('aria-labelledby') ?? '')
    || [...(e.labels ?? [])].map((l) => l.textContent).join(' ').trim()
    || (e.matches('input, select, textarea') ? '' : e.textContent.trim()) || e.querySelector('img[alt]')?.alt || e.title;
  const modal = document.querySelector('dialog[open]');
  const all = [...(modal ?? document.body).querySelectorAll('*')].filter(isShown);

  const ids = new Map();
  for (const e of document.querySelectorAll('[id]')) ids.set(e.id, (ids.get(e.id) ?? 0) + 1);
  for (const [id, count] of ids) if (count > 1) found.push(`id ${id} is there ${count} times`);

  const named = 'button, a[href], input, select, textarea, [role=button], [role=application], [role=tab], dialog, [role=group]';
  const targets = 'button, a.button, a.icon-button, select, input:not([type=checkbox], [type=radio], [type=file], [type=range])';
  let level = 0;
  for (const e of all) {
    if (e.matches(named) && !nameOf(e)) report('no name', e);
    if (e.matches('img') && !e.hasAttribute('alt')) report('no alt', e);
    for (const name of ['aria-labelledby', 'aria-describedby', 'aria-controls']) {
      for (const id of (e.getAttribute(name) ?? '').split(/\s+/).filter((id) => id !== '')) {
        if (!document.getElementById(id)) report(`${name} refers to nothing`, e);
      }
    }
    if (e.matches('[role=tab]') && !e.closest('[role=tablist]')) report('tab without a list', e);
    if (/^H[1-6]$/.test(e.tagName)) {
      const next = Number(e.tagName[1]);
      if (next > level + 1 && !modal) report(`heading of level ${next} after ${level}`, e);
      level = next;
    }
    if (e.matches(targets) && !isClipped(e)) {
      const { width, height } = e.getBoundingClientRect();
      const isSmall = height < 43.5 || (e.matches('button, a') && width < 43.5);
      if (isSmall) report(`target of ${Math.round(width)}x${Math.round(height)} px`, e);
    }
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
    problems = session.page.evaluate(RULES)
    assert not problems, f"{name}: {len(problems)} problems: {problems[:8]}"
