import { readFile } from 'node:fs/promises';
import AxeBuilder from '@axe-core/playwright';
import { type Download, expect, type Page, test } from '@playwright/test';
import { signIn } from './support/account.ts';
import { watchFaults } from './support/faults.ts';

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
  await signIn(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    const body = request.postData() ?? '';
    if (request.url().endsWith('/v2/graphql') && body.includes('query WidgetNumbers')) asked.push(body);
  });
  await openPage(page, 'Monday board');
  await expect(page.getByRole('region', { name: 'Visitors', exact: true }).locator('p').first()).toHaveText(/\d/);
  expect(asked).toHaveLength(1);
  expect(asked[0]?.match(/a\d+: retailData/g)?.length).toBeGreaterThan(6);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  noFaults();
});

test('G09 a table is taken away whole: as a picture of its paper’s width, and as numbers that run nothing', async ({
  page,
}) => {
  await signIn(page);
  await openPage(page, 'Monday board');
  const csv = await take(page, 'Site by site', 'Download CSV');
  const text = await readFile(await csv.path(), 'utf8');
  const rows = text.replace('\ufeff', '').trim().split('\r\n');
  expect(rows[0]).toMatch(/Entries.*Footfall.*Capture rate/);
  expect(rows).toHaveLength(5);
  for (const cell of rows.flatMap((row) => row.split(','))) expect(cell).not.toMatch(/^[=@]|^[+-](?!\d)/);
  const png = await take(page, 'Site by site', 'Download picture');
  const picture = await readFile(await png.path());
  const seen = await page.evaluate(
    async (data) => {
      const image = new Image();
      image.src = data;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height);
      const pen = canvas.getContext('2d');
      pen?.drawImage(image, 0, 0);
      const dots = pen?.getImageData(0, 0, image.width, image.height).data ?? new Uint8ClampedArray();
      const colors = new Set<number>();
      for (let dot = 0; dot < dots.length; dot += 4)
        colors.add(((dots[dot] ?? 0) << 16) | ((dots[dot + 1] ?? 0) << 8) | (dots[dot + 2] ?? 0));
      return { width: image.width, height: image.height, colors: colors.size };
    },
    `data:image/png;base64,${picture.toString('base64')}`,
  );
  expect(seen.width).toBe(2480);
  expect(seen.height).toBeGreaterThan(4 * 69 * 2);
  expect(seen.colors).toBeGreaterThan(20);
});

test('a number explains itself: what it means, what adds up to it, and an address that opens it again', async ({
  page,
}) => {
  const noFaults = watchFaults(page);
  await signIn(page);
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
  expect((await new AxeBuilder({ page }).include('aside[aria-labelledby]').analyze()).violations).toEqual([]);
  await expect(page).toHaveURL(/#explain=entries$/);
  await page.reload();
  await expect(panel).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  expect(page.url()).not.toContain('#explain');
  noFaults();
});
