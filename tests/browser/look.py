"""Somebody who looks: what lies over the bar, out of the window, out of the felt, over its neighbour, or is cut off."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

# Rounding and outlines are forgiven a pixel; what only a screen reader meets is not looked at.
FAULTS = """() => {
  const faults = [];
  const all = [...document.querySelectorAll('body *')].filter(e =>
    !(e.closest('svg') && e.tagName !== 'svg') && !e.closest('.unseen, .spoken, .skip, .patterns, .leaving, .flying')
    && e.checkVisibility({ visibilityProperty: true, opacityProperty: true }));
  const rect = e => e.getBoundingClientRect();
  const name = e => `${e.tagName.toLowerCase()}.${[...e.classList].join('.')} "${e.textContent.trim().slice(0, 40)}"`;
  const scrolls = e => {
    for (let up = e.parentElement; up; up = up.parentElement)
      if (/auto|scroll/.test(getComputedStyle(up).overflowX)) return true;
    return false;
  };
  for (const e of all) {
    const r = rect(e);
    if (r.width && !scrolls(e) && (r.left < -1 || r.right > innerWidth + 1))
      faults.push(`out of the window: ${name(e)}`);
    const style = getComputedStyle(e);
    const words = [...e.childNodes].some(n => n.nodeType === Node.TEXT_NODE && n.textContent.trim());
    if (words && style.overflowX !== 'visible' && e.clientWidth && e.scrollWidth > e.clientWidth + 1)
      faults.push(`cut off: ${name(e)}`);
  }
  const felt = document.querySelector('.felt'), bar = document.querySelector('.actions');
  if (!felt || !bar) return faults;
  const [table, below] = [rect(felt), rect(bar)];
  if (table.bottom > below.top + 1) faults.push('the bar lies over the felt');
  if (scrollY === 0 && below.bottom > innerHeight + 1) faults.push('the bar is not in the window');
  const things = '.card, .spot .ring, .spot .name, h1, h2, .total, .outcome, .results li, .chip';
  const on = all.filter(e => felt.contains(e) && e.matches(things));
  for (const e of on) {
    const r = rect(e);
    const within = r.left >= table.left - 1 && r.right <= table.right + 1 && r.top >= table.top - 1;
    if (r.width && !(within && r.bottom <= table.bottom + 1))
      faults.push(`out of the felt: ${name(e)}`);
  }
  // Cards cover cards of their own hand, and nothing else covers anything.
  const laid = on.filter(e => !e.matches('h1')).map(e => [e, rect(e), e.closest('.cards')]);
  const apart = laid.filter(([, r]) => r.width && r.height);
  for (const [place, [one, a, hand]] of apart.entries())
    for (const [other, b, its] of apart.slice(place + 1)) {
      if (hand && hand === its) continue;
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 2 && high > 3) faults.push(`over each other: ${name(one)} and ${name(other)}`);
    }
  return faults;
}"""


# A card on its way lies over others.
STILL = """async () => {
    await new Promise(requestAnimationFrame);
    const ends = (one) => one.effect?.getComputedTiming().endTime !== Infinity;
    await Promise.all(document.getAnimations().filter(ends).map((one) => one.finished.catch(() => {})));
    await new Promise(requestAnimationFrame);
}"""


def seen_wrong(page: "Page") -> list[str]:
    """What somebody who looks at the page finds wrong with it, when everything has come to its place."""
    page.evaluate(STILL)
    found: list[str] = page.evaluate(FAULTS)
    return found
