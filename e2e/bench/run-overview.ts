import type { Page } from '@playwright/test';
import {
  chooseSize,
  type Finding,
  formatMs,
  formatTable,
  isBrief,
  percentile,
} from '../../packages/api/testing/bench/timing.ts';
import { waitForWholeRecord } from '../support/whole-page.ts';
import { signInByCookie } from './sign-in-by-cookie.ts';
import { type DemoInBrowser, withDemo } from './with-demo.ts';

const loads = chooseSize(12, 1);
const maxMs = 1000;

interface Seen {
  /** ms from navigation until every column has its figures. */
  readonly complete: number;
  /** Number of changes of the sites' order or of the rows' positions. */
  readonly jumps: number;
}

/** Times the overview after signing in: from navigation until nothing is loading. */
async function run({ browser, address, token }: DemoInBrowser, when: string): Promise<void> {
  const seen: Seen[] = [];
  for (let time = 0; time < loads; time++) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    await signInByCookie(context, address, token);
    const page = await context.newPage();
    await watchOverview(page);
    await page.goto(address, { waitUntil: 'commit' });
    seen.push(JSON.parse(await waitForWholeRecord(page)) as Seen);
    await context.close();
  }
  const of = (share: number) =>
    percentile(
      seen.map(({ complete }) => complete),
      share,
    );
  const jumps = Math.max(...seen.map((one) => one.jumps));
  const found: Finding[] = [
    {
      what: `the overview after sign-in, all columns, ${when}: p50 of ${loads}`,
      found: `${formatMs(of(0.5))}, the first ${formatMs(seen[0]?.complete ?? 0)}, p95 ${formatMs(of(0.95))}`,
      goal: `≤ ${maxMs} ms`,
      isMet: of(0.5) <= maxMs,
    },
    { what: 'the same: rows that jumped', found: `${jumps}`, goal: '0', isMet: jumps === 0 },
  ];
  process.stdout.write(`${formatTable(found)}\n`);
}

/** Makes the page record when it is complete, and check the positions of its rows in each frame. */
async function watchOverview(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { complete: 0, jumps: 0 };
    let before: readonly { readonly name: string; readonly height: number }[] = [];
    const look = () => {
      const rows = [...document.querySelectorAll<HTMLElement>('main table tbody tr')].map((row) => ({
        name: row.querySelector('a[class*="link"]')?.textContent ?? '',
        height: row.offsetHeight,
      }));
      // Tolerates rounding of borders.
      const isMoved = rows.some(({ name, height }, place) => {
        const stood = before[place];
        return stood !== undefined && (stood.name !== name || Math.abs(stood.height - height) > 1);
      });
      if (isMoved) seen.jumps += 1;
      before = rows;
      const isWaiting = document.querySelector(
        'main [role="status"], main table[aria-busy="true"], main [class*="ghost"]',
      );
      if (rows.length === 0 || isWaiting !== null) return void requestAnimationFrame(look);
      // Records the time in the frame after the one that draws the figures.
      requestAnimationFrame(() =>
        setTimeout(() => {
          seen.complete = performance.now();
          document.documentElement.setAttribute('data-whole', JSON.stringify(seen));
        }),
      );
    };
    requestAnimationFrame(look);
  });
}

if (!isBrief) await withDemo((demo) => run(demo, 'of a demo just made'));
await withDemo((demo) => run(demo, '15 s after a start'), { isStartedAnew: true });
process.exit(0);
