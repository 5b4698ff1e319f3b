import type { Frame, Page } from '@playwright/test';
import axe from 'axe-core';

/**
 * What keeps somebody out of the page, by axe's rules; within one part of it where a selector is given. The rules come
 * to each document once, and tell only of what is broken: the most of their work is to list what isn't.
 */
export async function violationsOf(page: Page, within?: string): Promise<readonly axe.Result[]> {
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

/** Whether nothing may run in it, the rules neither. */
async function isInert(frame: Frame): Promise<boolean> {
  if (frame.parentFrame() === null) return false;
  const element = await frame.frameElement();
  return element.evaluate(
    (one) => one instanceof HTMLIFrameElement && one.hasAttribute('sandbox') && !one.sandbox.contains('allow-scripts'),
  );
}
