#!/usr/bin/env node
// npm run test:long: random worlds, started and killed products, short rehearsals, slow journeys, the journeys in
// Firefox and WebKit, and every benchmark briefly. `npm test` has everything else.
import { ensureBrowser } from './setup/browser.mjs';
import { ensureInstalled } from './setup/install.mjs';
import { ensureServerBuilt } from './setup/server-build.mjs';
import { benchmarks, finish, journeys, vitest } from './setup/suites.mjs';
import { ensureWebBuilt } from './setup/web-build.mjs';

await ensureInstalled();
await Promise.all([ensureWebBuilt(), ensureServerBuilt()]);

const browser = await ensureBrowser();
await Promise.all([
  // Nothing is judged by its time here, so benchmarks may run beside the journeys.
  vitest('long tests', 'vitest-long', ['.long.test.']).then(() => benchmarks(browser)),
  journeys('slow journeys in Chromium', 'playwright-long', ['chromium-long'], {
    CHROMIUM: browser,
    E2E_PORT: '4320',
  }).then(() =>
    // Browsers that are not installed are reported as skipped.
    journeys('journeys in Firefox and WebKit', 'playwright-browsers', ['firefox', 'webkit'], { E2E_PORT: '4330' }),
  ),
]);
finish();
