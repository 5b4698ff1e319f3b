import type { Page } from '@playwright/test';

/** A page of the demo with twelve widgets, for the busiest site. */
export const wholePage = { dashboard: 'Station at a glance', widgets: 12 } as const;

/** Makes the page record when all of its widgets have drawn their numbers. */
export async function watchWhole(page: Page): Promise<void> {
  await page.addInitScript((count) => {
    const look = () => {
      // A widget with a menu has its numbers; a status element is still loading.
      const have = document.querySelectorAll('main section [aria-haspopup="menu"]').length;
      const waiting = document.querySelectorAll('main [role="status"]').length;
      if (have < count || waiting > 0) return void requestAnimationFrame(look);
      // Records the time in the frame after the one that draws the numbers.
      requestAnimationFrame(() =>
        setTimeout(() => document.documentElement.setAttribute('data-whole', String(performance.now()))),
      );
    };
    requestAnimationFrame(look);
  }, wholePage.widgets);
}

/** Waits until the page is complete; returns the ms since navigation. */
export const waitUntilWhole = async (page: Page): Promise<number> => Number(await waitForWholeRecord(page));

/** Waits until the page has recorded that it is complete, and returns the record. */
export async function waitForWholeRecord(page: Page): Promise<string> {
  const whole = page.locator('html[data-whole]');
  await whole.waitFor({ state: 'attached', timeout: 60_000 });
  return (await whole.getAttribute('data-whole')) ?? '';
}

/** Returns the operations that the page itself sent before its script had loaded. */
export const getEarlyOperations = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { askedFirst: first } = window as unknown as { askedFirst?: { sent: ReadonlyMap<string, unknown> } };
    return [...(first?.sent.keys() ?? [])].map((key) => key.split(' ')[0] as string);
  });
