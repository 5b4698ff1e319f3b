import { test as base } from '@playwright/test';

export * from '@playwright/test';

/**
 * A journey. Answers that are rewritten while its page closes are dropped: they would fail the journey after it. One that
 * fails says what was not answered, or not well: a page that could not fetch its code looks like any other fault.
 */
export const test = base.extend({
  page: async ({ page }, use, journey) => {
    const unanswered: string[] = [];
    page.on('requestfailed', (request) => unanswered.push(`${request.failure()?.errorText} ${request.url()}`));
    page.on('response', (response) => {
      if (response.status() >= 400) unanswered.push(`${response.status()} ${response.url()}`);
    });
    await use(page);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    if (journey.status !== journey.expectedStatus && unanswered.length > 0)
      throw new Error(`not answered, or not well:\n${unanswered.join('\n')}`);
  },
});
