import { openSignedIn } from '../support/account.ts';
import { expect, test } from '../support/journey.ts';

/** Smallest shift that counts: rounding of text widths is below. */
const tolerance = 0.001;

for (const width of [1440, 400])
  test(`no page moves after its first paint at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.addInitScript(() => {
      const shifts: { readonly value: number; readonly moved: string }[] = [];
      Object.assign(globalThis, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { value, sources } = entry as PerformanceEntry & {
            readonly value: number;
            readonly sources: readonly { readonly node: Node | null }[];
          };
          shifts.push({ value, moved: sources.map(({ node }) => node?.textContent?.slice(0, 40)).join(' | ') });
        }
      }).observe({ type: 'layout-shift', buffered: true });
      // As on the first visit.
      localStorage.removeItem('atrium.briefHeight');
    });
    await openSignedIn(page, { at: '/analytics/sites' });
    for (const path of ['/analytics/sites', '/counting/1', '/alerts', '/reports', '/home']) {
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      const shifts = await page.evaluate(
        () => (globalThis as unknown as { shifts: readonly { value: number; moved: string }[] }).shifts,
      );
      expect({ path, shifts: shifts.filter(({ value }) => value >= tolerance) }).toEqual({ path, shifts: [] });
    }
  });
