import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { findBrowser } from '../scripts/setup/browser.mjs';

/** One built instance with the demo serves all journeys; each run has its own data folder. */
const port = Number(process.env.E2E_PORT ?? 4310);
const dataDir = process.env.E2E_DATA_DIR ?? path.join(tmpdir(), `atrium-e2e-${process.pid}`);
/** Another site than the product's, so that a frame gets no cookies there, as with a real builder. */
const builderOrigin = `http://localhost:${port + 1}`;
/** Manual only: the same journeys with two workers and two web processes that share servers. */
const isSeveral = process.env.E2E_LAYOUT === 'several';
const root = path.resolve(import.meta.dirname, '..');
/** An installed one; undefined means Playwright's own. */
const browser = findBrowser();

export default defineConfig<object, { engine: 'firefox' | 'webkit' }>({
  projects: [
    {
      name: 'chromium',
      testDir: '.',
      testIgnore: [path.join(import.meta.dirname, 'browsers/**'), '**/*.long.spec.ts'],
    },
    { name: 'chromium-long', testDir: '.', testMatch: '**/*.long.spec.ts' },
    { name: 'firefox', testDir: 'browsers', use: { engine: 'firefox' } },
    { name: 'webkit', testDir: 'browsers', use: { engine: 'webkit' } },
  ],
  // Generous, for small busy machines: journeys test function, not speed.
  timeout: 300_000,
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env.CI),
  outputDir: path.join(root, 'test-results', process.env.E2E_REPORT ?? ''),
  reporter: [
    ['list'],
    ['json', { outputFile: path.join(root, `.cache/${process.env.E2E_REPORT ?? 'playwright'}.json`) }],
  ],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    viewport: { width: 1440, height: 900 },
    locale: 'en',
    // A trace copies the page at every step, so it is recorded only on request.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    // The browser would redraw endless animations continuously, which costs more CPU than everything else.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      // Without a UTF-8 locale the browser saves no files with non-ASCII names.
      env: { ...(process.env as Record<string, string>), LC_ALL: 'C.UTF-8' },
      ...(browser === undefined ? {} : { executablePath: browser }),
      args: [
        '--no-sandbox',
        // Glyph widths as in a headed browser.
        '--font-render-hinting=none',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: isSeveral ? 'node e2e/support/several/start.ts' : 'node packages/api/src/app/main.ts',
    cwd: root,
    url: `http://127.0.0.1:${port}/readyz`,
    // A start beside the unit tests takes minutes on a busy machine of two cores.
    timeout: isSeveral ? 600_000 : 300_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    env: {
      ...process.env,
      PORT: String(port),
      ATRIUM_DATA_DIR: dataDir,
      ATRIUM_DEMO: '1',
      // More days than any journey looks back.
      ATRIUM_DEMO_DAYS: '120',
      MQTT_PORT: 'off',
      BUILDER_ORIGIN: builderOrigin,
      ANALYTICS_PIPELINE_URL: `http://localhost:${port + 2}/events`,
    } as Record<string, string>,
  },
});
