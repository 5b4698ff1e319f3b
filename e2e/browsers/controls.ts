import type { BrowserPage } from './page.ts';

/** Waits until a page shows its content and its controls have stopped coming. */
export async function settled(tab: BrowserPage): Promise<void> {
  await tab.until(
    'the page to settle',
    `const count = () => document.querySelectorAll('a[href], button, input, select, textarea').length;
    const isLoading = () => document.querySelector('main [aria-busy="true"], main [role="status"][aria-label^="Loading"]') !== null;
    if (document.querySelector('h1') === null || isLoading()) return false;
    const before = count();
    await new Promise((done) => setTimeout(done, 700));
    return !isLoading() && count() === before;`,
  );
}

/**
 * Scrolls to each control of the page and looks what lies at its center. Returns those that somebody would miss, with
 * what is hit in their place, and how many were looked at.
 */
export async function missedControls(tab: BrowserPage): Promise<{ looked: number; missed: string[] }> {
  return (await tab.driver.run(`
    const nameOf = (element) =>
      (element.getAttribute('aria-label') ?? element.innerText ?? '').trim().replace(/\\s+/g, ' ').slice(0, 40) ||
      element.getAttribute('name') || element.tagName.toLowerCase();
    const belongs = (hit, control) =>
      control.contains(hit) || [...(control.labels ?? [])].some((label) => label.contains(hit));
    const controls = [...document.querySelectorAll('a[href], button, input, select, textarea, summary')].filter((one) => {
      const { width, height } = one.getBoundingClientRect();
      return width > 2 && height > 2 && !one.disabled && !one.closest('[aria-hidden="true"], .visually-hidden, [inert]') &&
        one.checkVisibility({ visibilityProperty: true }) && getComputedStyle(one).pointerEvents !== 'none' &&
        one.type !== 'file' && !one.matches('[href="#page"]');
    });
    const missed = [];
    for (const control of controls) {
      if (!control.isConnected) continue;
      control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const { left, top, width, height } = control.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      if (hit === null || !belongs(hit, control))
        missed.push(control.tagName.toLowerCase() + ' "' + nameOf(control) + '": hit ' +
          (hit === null ? 'nothing' : hit.tagName.toLowerCase() + ' "' + nameOf(hit) + '"'));
    }
    return { looked: controls.length, missed };`)) as { looked: number; missed: string[] };
}
