import { chromium } from '@playwright/test';
import {
  chooseSize,
  type Finding,
  formatMs,
  formatTable,
  percentile,
} from '../../packages/api/testing/bench/timing.ts';
import { startGallery } from '../support/gallery-server.ts';

/** Times in headless Chromium how the production build draws charts. */
async function run(): Promise<void> {
  const gallery = await startGallery();
  const browser = await chromium.launch({
    args: ['--no-sandbox'],
    ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}),
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(`${gallery.address}/drawing.html`);
    await page.waitForSelector('html[data-ready]', { state: 'attached' });
    // The first run also compiles the code, as a first visit does, so it is the one that counts.
    const drawn = await page.evaluate<number>('drawing.charts()');
    const again = await page.evaluate<number>('drawing.charts()');
    const readings = await page.evaluate<number[]>(`drawing.readings(${chooseSize(100, 3)})`);
    const p95 = percentile(readings, 0.95);
    const findings: Finding[] = [
      {
        what: '12 charts of 1 056 points drawn in Chromium',
        found: `${formatMs(drawn)}, again ${formatMs(again)}`,
        goal: '≤ 1000 ms',
        isMet: drawn <= 1000,
      },
      {
        what: 'a pushed value redrawn in Chromium: p95',
        found: `${formatMs(p95)}, p50 ${formatMs(percentile(readings, 0.5))}`,
        goal: '≤ 50 ms',
        isMet: p95 <= 50,
      },
    ];
    process.stdout.write(`${formatTable(findings)}\n`);
  } finally {
    await browser.close();
    await gallery.stop();
  }
}

await run();
process.exit(0);
