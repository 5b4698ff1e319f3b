import type { BrowserPage } from './page.ts';

/** Waits until a page shows its content and its controls are complete. */
export async function waitUntilSettled(tab: BrowserPage): Promise<void> {
  await tab.until(
    'the page to settle',
    `const count = () => document.querySelectorAll('a[href], button, input, select, textarea').length;
    const isLoading = () => document.querySelector('[aria-busy="true"], [role="status"][aria-label^="Loading"]') !== null;
    if (document.querySelector('h1') === null || isLoading()) return false;
    const before = count();
    await new Promise((done) => setTimeout(done, 300));
    return !isLoading() && count() === before;`,
  );
}

/**
 * Scrolls to each visible control and checks what a click at its center hits. Returns the number of checked controls,
 * and the missed ones with what covers each.
 */
export async function findMissedControls(tab: BrowserPage): Promise<{ looked: number; missed: string[] }> {
  return (await tab.driver.run(`
    const nameOf = (element) =>
      (element.getAttribute('aria-label') ?? element.innerText ?? '').trim().replace(/\\s+/g, ' ').slice(0, 40) ||
      element.getAttribute('name') || element.id;
    const describe = (element) => element === null ? 'nothing' : element.tagName.toLowerCase() + ' "' + nameOf(element) + '"';
    const belongs = (hit, control) =>
      control.contains(hit) || [...(control.labels ?? [])].some((label) => label.contains(hit));
    const selector = 'a[href], button, input, select, textarea, summary, [role="button"], [role="switch"], [role="tab"]';
    const isShown = (one) => {
      const { width, height } = one.getBoundingClientRect();
      return width > 2 && height > 2 && !one.disabled && !one.closest('[aria-hidden="true"], [inert]') &&
        one.checkVisibility({ visibilityProperty: true }) && getComputedStyle(one).pointerEvents !== 'none' &&
        // Is within the window only while the keyboard is on it.
        !one.matches('[href="#page"]');
    };
    // A long line of a link has its center outside of it: the center of its first line counts.
    const boxOf = (one) => (getComputedStyle(one).display === 'inline' ? one.getClientRects()[0] : one.getBoundingClientRect());
    const controls = [...document.querySelectorAll(selector)].filter(isShown);
    const missed = [];
    let looked = 0;
    for (const control of controls) {
      if (!control.isConnected || !isShown(control)) continue;
      control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const { left, top, width, height } = boxOf(control);
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      looked += 1;
      if (hit === null || !belongs(hit, control)) missed.push(describe(control) + ': hit ' + describe(hit));
    }
    return { looked, missed };`)) as { looked: number; missed: string[] };
}
