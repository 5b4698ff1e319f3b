import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { type Finding, ms, percentile, tableOf } from '../../packages/api/src/bench/timing.ts';

const root = path.resolve(import.meta.dirname, '../..');
const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** Builds the page that draws as the product is built, and times it in Chromium without a screen. */
async function run(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'atrium-drawing-'));
  await promisify(execFile)(process.execPath, [
    path.join(root, 'node_modules/vite/bin/vite.js'),
    ...['build', '--config', path.join(root, 'packages/web/drawing.config.ts')],
    ...['--outDir', folder, '--emptyOutDir', '--logLevel', 'error'],
  ]);
  const server = createServer(async ({ url = '/' }, response) => {
    const file = path.join(folder, path.normalize(new URL(url, 'http://here').pathname));
    response.setHeader('content-type', types[path.extname(file)] ?? 'application/octet-stream');
    await pipeline(createReadStream(file), response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const browser = await chromium.launch({
    args: ['--no-sandbox'],
    ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}),
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(`http://127.0.0.1:${port}/drawing.html`);
    await page.waitForSelector('html[data-ready]', { state: 'attached' });
    // The first time also compiles the code, as a first visit does: it is the one that counts.
    const drawn = await page.evaluate<number>('drawing.charts()');
    const again = await page.evaluate<number>('drawing.charts()');
    const readings = await page.evaluate<number[]>('drawing.readings(100)');
    const p95 = percentile(readings, 0.95);
    const findings: Finding[] = [
      {
        what: '12 charts of 1 056 points drawn in Chromium',
        found: `${ms(drawn)}, again ${ms(again)}`,
        goal: '≤ 1000 ms',
        isMet: drawn <= 1000,
      },
      {
        what: 'a pushed value redrawn in Chromium: p95',
        found: `${ms(p95)}, p50 ${ms(percentile(readings, 0.5))}`,
        goal: '≤ 50 ms',
        isMet: p95 <= 50,
      },
    ];
    process.stdout.write(`${tableOf(findings)}\n`);
  } finally {
    await browser.close();
    server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

await run();
process.exit(0);
