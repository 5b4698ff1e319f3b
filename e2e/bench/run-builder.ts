import type { Page } from '@playwright/test';
import { queryGraphql } from '../../packages/api/testing/bench/query-graphql.ts';
import { type Finding, formatMs, formatTable } from '../../packages/api/testing/bench/timing.ts';
import { type DemoInBrowser, withDemo } from './with-demo.ts';

/** Maximum delay of a frame on a page of thirty widgets, ms. */
const goal = 100;
const types = ['lineChart', 'columnChart', 'areaChart', 'gridChart', 'kpis', 'table'] as const;

/** A page of thirty widgets, three per row, all drawn. */
const content = {
  name: 'Thirty widgets',
  icon: null,
  isOwn: true,
  installationId: 1,
  roleIds: null,
  pages: [
    {
      key: 'page-1',
      name: 'Thirty widgets',
      icon: null,
      widgets: Array.from({ length: 30 }, (_, index) => ({
        version: 1,
        id: index + 1,
        order: index,
        type: types[index % types.length],
        title: `Widget ${index + 1}`,
        zoneIds: [1],
        metrics: [{ type: index % 2 === 0 ? 'affluenceIn' : 'affluenceOut' }],
        place: { column: (index % 3) * 4, row: Math.floor(index / 3) * 8, columns: 4, rows: 8 },
      })),
      filters: [
        { id: 1, order: 0, type: 'date', datePreset: 'last7' },
        { id: 2, order: 1, type: 'zone', zoneIds: [1] },
      ],
    },
  ],
};

/** Times the longest frame while a page of thirty widgets is edited. */
async function run({ browser, address, token }: DemoInBrowser): Promise<void> {
  const made = 'mutation($content: JSON!) { createDashboardDraft(content: $content) { id } }';
  const { createDashboardDraft } = await queryGraphql(address, token, made, { content });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const cookies = { 'production-atrium-token': token, 'production-atrium-session': '1', 'atrium-consent': 'no' };
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: address })));
  const page = await context.newPage();
  await page.goto(`${address}/settings/pages/${(createDashboardDraft as { id: number }).id}`);
  await page.locator('[data-widget]').nth(29).waitFor();
  await page.waitForLoadState('networkidle');
  const first = page.locator('[data-widget]').first();
  await first.click();
  const typing = await longestFrame(page, async () => {
    await page.getByLabel('Title', { exact: true }).click();
    for (let letter = 0; letter < 30; letter++) await page.keyboard.type('a', { delay: 60 });
  });
  const dragging = await longestFrame(page, async () => {
    const box = await first.boundingBox();
    if (box === null) throw new Error('there is no widget');
    await page.mouse.move(box.x + 40, box.y + 40);
    await page.mouse.down();
    for (let step = 0; step < 40; step++) await page.mouse.move(box.x + 40 + step * 8, box.y + 40 + step * 4);
    await page.mouse.up();
  });
  const moving = await longestFrame(page, async () => {
    await first.focus();
    await page.keyboard.press('Enter');
    for (let step = 0; step < 12; step++) await page.keyboard.press(step % 2 === 0 ? 'ArrowDown' : 'ArrowRight');
    await page.keyboard.press('Escape');
  });
  const found = (what: string, frame: number): Finding => ({
    what: `longest frame of a page of thirty widgets, ${what}`,
    found: formatMs(frame),
    goal: `≤ ${formatMs(goal)}`,
    isMet: frame <= goal,
  });
  const findings = [found('a title typed', typing), found('one dragged', dragging), found('one moved by keys', moving)];
  process.stdout.write(`${formatTable(findings)}\n`);
}

/** Returns the longest time between two frames during an action and shortly after, ms. */
async function longestFrame(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const state = window as unknown as { longest: number };
    state.longest = 0;
    let last = performance.now();
    const look = (now: number) => {
      state.longest = Math.max(state.longest, now - last);
      last = now;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await act();
  await page.waitForTimeout(500);
  return page.evaluate(() => (window as unknown as { longest: number }).longest);
}

await withDemo(run);
process.exit(0);
