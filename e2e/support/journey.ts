import { test as base } from '@playwright/test';

export * from '@playwright/test';

/**
 * A journey. Drops intercepted responses that arrive while its page closes, because they would fail the next journey. A
 * failure lists failed requests, because a chunk that did not load looks like any other error.
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
