import type { Frame, Page } from '@playwright/test';
import axe from 'axe-core';

/**
 * Returns accessibility violations of the page by axe's rules, optionally within a selector. Injects axe once per
 * document, and reports only violations, because listing passed checks takes most of its time.
 */
export async function findViolations(page: Page, within?: string): Promise<readonly axe.Result[]> {
  await waitUntilDrawn(page);
  for (const frame of page.frames()) {
    if (await isInert(frame)) continue;
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source);
  }
  return page.evaluate(async (selector) => {
    const { axe: rules } = window as unknown as { axe: typeof axe };
    const { violations } = await rules.run(selector ?? document, { resultTypes: ['violations'] });
    return violations;
  }, within);
}

/**
 * Waits for the page's heading, the end of fades, and numbers that replace faded ones. A page that never has them is
 * checked as it is.
 */
async function waitUntilDrawn(page: Page): Promise<void> {
  await page
    .waitForFunction(
      () =>
        document.querySelector('h1') !== null &&
        document.querySelector('[data-busy], [data-behind="true"], [data-old="true"]') === null &&
        document.getAnimations().every((animation) => animation.playState !== 'running'),
      undefined,
      { timeout: 5_000 },
    )
    .catch(() => undefined);
}

/** Tells whether a frame forbids scripts, so that axe cannot run in it either. */
async function isInert(frame: Frame): Promise<boolean> {
  if (frame.parentFrame() === null) return false;
  const element = await frame.frameElement();
  return element.evaluate(
    (one) => one instanceof HTMLIFrameElement && one.hasAttribute('sandbox') && !one.sandbox.contains('allow-scripts'),
  );
}
