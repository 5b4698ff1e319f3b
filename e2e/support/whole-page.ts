import type { Page } from '@playwright/test';

/** A page of the demo with twelve widgets, over the site with the most people. */
export const wholePage = { dashboard: 'Station at a glance', widgets: 12 } as const;

/** Has a page write down when all of its widgets have drawn their numbers. */
export async function watchWhole(page: Page): Promise<void> {
  await page.addInitScript((count) => {
    const look = () => {
      // What can be taken away as a table has its numbers; what is a status is still on its way.
      const have = document.querySelectorAll('main section [aria-haspopup="menu"]').length;
      const waiting = document.querySelectorAll('main [role="status"]').length;
      if (have < count || waiting > 0) return void requestAnimationFrame(look);
      // The frame after the one that draws them.
      requestAnimationFrame(() =>
        setTimeout(() => document.documentElement.setAttribute('data-whole', String(performance.now()))),
      );
    };
    requestAnimationFrame(look);
  }, wholePage.widgets);
}

/** Waits for it; ms since the page was asked for. */
export const wholeAt = async (page: Page): Promise<number> => Number(await saidOnceWhole(page));

/** Waits until a page has written down that it is whole, and what. */
export async function saidOnceWhole(page: Page): Promise<string> {
  const whole = page.locator('html[data-whole]');
  await whole.waitFor({ state: 'attached', timeout: 60_000 });
  return (await whole.getAttribute('data-whole')) ?? '';
}

/** The operations that the page asked by itself before its script was there, by name. */
export const askedFirst = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { askedFirst: first } = window as unknown as { askedFirst?: { sent: ReadonlyMap<string, unknown> } };
    return [...(first?.sent.keys() ?? [])].map((key) => key.split(' ')[0] as string);
  });
