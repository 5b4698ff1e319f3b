import { hasConsent } from './consent.ts';
import { publicSettings } from './usage/public-settings.ts';
import { createReporter } from './usage/sinks.ts';
import { watchUse } from './usage/watch-use.ts';

/** Tells the sinks, as far as there is consent and there are any. */
export const report = createReporter({
  hasConsent,
  addresses: async () => (await publicSettings()).sinks,
  post: (url, body) =>
    // Without cookies and without waiting: the answer is nobody's business.
    fetch(url, { method: 'POST', body, mode: 'no-cors', credentials: 'omit', keepalive: true }),
  now: Date.now,
});

// This is fetched with the first event there is consent for; once consent is taken back, what is seen goes nowhere.
watchUse(document, (event) => void report(event));
