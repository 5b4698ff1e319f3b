import { test as base } from '@playwright/test';

export * from '@playwright/test';

/** A journey. Answers that are rewritten while its page closes are dropped: they would fail the journey after it. */
export const test = base.extend({
  page: async ({ page }, use) => {
    await use(page);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
});
