import { hasConsent } from './consent.ts';
import { fetchPublicSettings } from './public-settings.ts';
import { createReporter } from './sinks.ts';
import { watchUse } from './watch-use.ts';

/** Sends events to the configured sinks, with consent only. */
export const report = createReporter({
  hasConsent,
  addresses: async () => (await fetchPublicSettings()).sinks,
  post: (url, body) =>
    // Sends without cookies and does not wait; the response is ignored.
    fetch(url, { method: 'POST', body, mode: 'no-cors', credentials: 'omit', keepalive: true }),
  now: Date.now,
});

// This module loads with the first event after consent. After a withdrawal, events are dropped.
watchUse(document, (event) => void report(event));
