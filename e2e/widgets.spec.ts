import { readFile } from 'node:fs/promises';
import { type Download, expect, type Page, test } from '@playwright/test';
import { violationsOf } from './support/accessible.ts';
import { begin, enter } from './support/account.ts';
import { watchFaults } from './support/faults.ts';
import { seenIn } from './support/picture.ts';

/** Opens a page of a demo dashboard by the names in the sidebar and its tabs. */
async function openPage(page: Page, dashboard: string): Promise<void> {
  await page.getByRole('link', { name: dashboard, exact: true }).first().click();
  await expect(page.getByRole('button', { name: /^Actions for/ }).first()).toBeVisible();
}

async function take(page: Page, widget: string, what: string): Promise<Download> {
  await page.getByRole('button', { name: `Actions for ${widget}` }).click();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: what }).click()]);
  return file;
}

test('all that a page of widgets shows is asked in one request', async ({ page }) => {
  const noFaults = watchFaults(page);
  await begin(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    const body = request.postData() ?? '';
    if (request.url().endsWith('/v2/graphql') && body.includes('query WidgetNumbers')) asked.push(body);
  });
  await openPage(page, 'Monday board');
  await expect(page.getByRole('group', { name: 'Visitors', exact: true }).locator('p').first()).toHaveText(/\d/);
  expect(asked).toHaveLength(1);
  expect(asked[0]?.match(/a\d+: retailData/g)?.length).toBeGreaterThan(6);
  expect(await violationsOf(page)).toEqual([]);
  noFaults();
});

test('twelve widgets over the busiest site are complete after one request', async ({ page }) => {
  const noFaults = watchFaults(page);
  await begin(page);
  await page.route('**/v2/graphql', async (route) => {
    if (!(route.request().postData() ?? '').includes('query CustomPage')) return route.fallback();
    const response = await route.fetch();
    const answer = await response.json();
    // The page is about the whole of the busiest site, whose parts were declared after it.
    const [stored] = answer.data.pageById.widgets;
    const [top] = stored.definition.zoneIds as [number];
    const widgets = twelve(top, [top + 1, top + 2, top + 3, top + 4]);
    answer.data.pageById.widgets = widgets.map((definition) => ({ ...stored, definition }));
    await route.fulfill({ response, json: answer });
  });
  const asked: string[] = [];
  page.on('request', (request) => {
    const body = request.postData() ?? '';
    if (body.includes('query WidgetNumbers')) asked.push(body);
  });
  const started = Date.now();
  await openPage(page, 'On the floor');
  const cards = page.getByRole('main').getByRole('button', { name: /^Actions for W\d+/ });
  await expect(cards).toHaveCount(12);
  await expect(page.getByRole('main').getByRole('status')).toHaveCount(0);
  test.info().annotations.push({ type: 'complete', description: `${Date.now() - started} ms` });
  expect(asked).toHaveLength(1);
  expect(asked[0]?.match(/a\d+: retailData/g)?.length).toBeGreaterThanOrEqual(12);
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
  noFaults();
});

function twelve(top: number, parts: readonly number[]): readonly object[] {
  const entries = { type: 'affluenceIn', compare: 'USUAL' };
  const hours = { groupBy: [{ type: 'DATE', period: 'PT1H' }] };
  const byZone = { groupBy: [{ type: 'ZONE' }] };
  const ignoredFilters = ['zone'];
  return [
    { type: 'kpis', zoneIds: [top], metrics: [entries, { type: 'captureRate' }, { type: 'affluenceOut' }] },
    { type: 'areaChart', zoneIds: [top], metrics: [{ ...entries, ...hours }] },
    {
      type: 'lineChart',
      zoneIds: parts,
      metrics: [{ type: 'affluenceIn', groupBy: [{ type: 'ZONE' }, ...hours.groupBy] }],
    },
    { type: 'columnChart', zoneIds: [top], metrics: [{ type: 'affluenceOut', ...hours }] },
    { type: 'barChart', zoneIds: parts, metrics: [{ ...entries, ...byZone }] },
    { type: 'gridChart', zoneIds: [top], metrics: [{ type: 'affluenceIn', ...hours }] },
    { type: 'pieChart', zoneIds: parts, metrics: [{ type: 'affluenceIn', ...byZone }] },
    { type: 'circleChart', zoneIds: [top], metrics: [{ type: 'captureRate' }] },
    { type: 'progressBarChart', zoneIds: parts, metrics: [{ type: 'affluenceOut', ...byZone }] },
    {
      type: 'webChart',
      zoneIds: parts,
      metrics: [
        { type: 'co2', ...byZone },
        { type: 'temperature', ...byZone },
        { type: 'humidity', ...byZone },
      ],
    },
    {
      type: 'table',
      zoneIds: parts,
      metrics: [
        { ...entries, ...byZone },
        { type: 'affluenceOut', ...byZone },
      ],
    },
    {
      type: 'lineChart',
      zoneIds: [top],
      metrics: [
        { type: 'co2', ...hours },
        { type: 'temperature', ...hours },
      ],
    },
  ].map((widget, place) => ({
    version: 1,
    id: place + 1,
    order: place,
    title: `W${place + 1}`,
    ignoredFilters,
    ...widget,
  }));
}

test('G09 a table is taken away whole: as a picture of its paper’s width, and as numbers that run nothing', async ({
  page,
}) => {
  await begin(page);
  await openPage(page, 'Monday board');
  const csv = await take(page, 'Site by site', 'Download CSV');
  const text = await readFile(await csv.path(), 'utf8');
  const rows = text.replace('\ufeff', '').trim().split('\r\n');
  expect(rows[0]).toMatch(/Entries.*Footfall.*Capture rate/);
  expect(rows).toHaveLength(5);
  for (const cell of rows.flatMap((row) => row.split(','))) expect(cell).not.toMatch(/^[=@]|^[+-](?!\d)/);
  const png = await take(page, 'Site by site', 'Download picture');
  const seen = await seenIn(page, await readFile(await png.path()));
  expect(seen.width).toBe(2480);
  expect(seen.height).toBeGreaterThan(4 * 69 * 2);
  expect(seen.colors).toBeGreaterThan(20);
});

test('a number explains itself: what it means, what adds up to it, and an address that opens it again', async ({
  page,
}) => {
  const noFaults = watchFaults(page);
  await enter(page);
  await page.goto('/counting/1');
  const entries = page.getByRole('region', { name: 'Entries', exact: true });
  await entries.getByRole('button', { name: 'Entries', exact: true }).click();
  const panel = page.getByRole('complementary', { name: /^Entries, Arcades du Lac/ });
  await expect(panel.getByText('North entrance').first()).toBeVisible();
  const amounts = await panel.locator('table').first().locator('tbody tr td:last-child').allTextContents();
  const sum = await panel.locator('table').first().locator('tfoot td:last-child').textContent();
  const numberIn = (text: string | null) => Number((text ?? '').replace(/\D/g, ''));
  expect(amounts.reduce((total, text) => total + numberIn(text), 0)).toBe(numberIn(sum));
  await expect(panel.getByText(/\d readings/)).toBeVisible();
  expect(await violationsOf(page, 'aside[aria-labelledby]')).toEqual([]);
  await expect(page).toHaveURL(/#explain=entries$/);
  await page.reload();
  await expect(panel).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  expect(page.url()).not.toContain('#explain');
  noFaults();
});
