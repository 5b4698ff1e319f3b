import { readFileSync } from 'node:fs';
import path from 'node:path';
import { widgetTypes } from '../../packages/domain/src/pages/definitions/index.ts';
import { findViolations } from '../support/accessible.ts';
import {
  findDifferences,
  isComparable,
  type Prints,
  readPrints,
  storePrints,
  takePrints,
} from '../support/fingerprints.ts';
import { type GalleryServer, startGallery } from '../support/gallery-server.ts';
import { type BrowserContext, expect, type Page, test } from '../support/journey.ts';
import { readPicture } from '../support/picture.ts';
import { findUnreadable } from '../support/readable.ts';

let gallery: GalleryServer;
/** One context for all types, so that the code that draws them loads and compiles once. */
let context: BrowserContext;
test.beforeAll(async ({ browser }) => {
  gallery = await startGallery();
  context = await browser.newContext();
});
test.afterAll(async () => {
  await context.close();
  await gallery.stop();
});

const looks = {
  light: 'theme=light&language=en',
  dark: 'theme=dark&language=en',
  arabic: 'theme=light&language=ar',
} as const;
type Look = keyof typeof looks;
const phone = { width: 390, height: 844 };

/** Shows a type in all its states, and waits until everything except the loading state has loaded. */
async function open(page: Page, type: string, look: Look): Promise<void> {
  await page.goto(`${gallery.address}/gallery.html?type=${type}&${looks[look]}`);
  await expect(page.locator('[data-state="full"] section')).toBeVisible();
  await expect(page.locator('[data-state]:not([data-state="loading"]) [role="status"]')).toHaveCount(0);
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
  });
}

test('the page that the benchmark measures draws its charts and shows each live value', async () => {
  const page = await context.newPage();
  await page.goto(`${gallery.address}/drawing.html`);
  await page.waitForSelector('html[data-ready]', { state: 'attached' });
  expect(await page.evaluate<number>('drawing.charts()')).toBeGreaterThan(0);
  expect(await page.evaluate<number[]>('drawing.readings(3)')).toHaveLength(3);
  await page.close();
});

for (const type of widgetTypes)
  test(`${type} in every state, light, dark and in Arabic`, async ({ browser }, info) => {
    const page = await context.newPage();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    const faults: string[] = [];
    page.on('pageerror', ({ message }) => faults.push(message));
    const prints: Record<string, Prints> = {};
    for (const look of Object.keys(looks) as Look[]) {
      // The dark look is the light one with the theme switched, as a user does it.
      if (look === 'dark') await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
      else await open(page, type, look);
      expect(await findViolations(page), look).toEqual([]);
      await isReadable(page, look);
      if (look === 'light') {
        await isHonest(page);
        await isTakenAway(page);
      }
      prints[look] = await takePrints(page, path.join(info.project.outputDir, `gallery/${type}-${look}.png`));
    }
    await page.setViewportSize(phone);
    await open(page, type, 'light');
    await isReadable(page, 'on a phone');
    await page.close();
    expect(faults).toEqual([]);
    expect(requests.filter((asked) => /^\/(v2|hub|auth|files)/.test(asked))).toEqual([]);
    if (process.env.KEEP_GALLERY) return storePrints(type, browser.version(), prints);
    const kept = readPrints(type);
    test.skip(!isComparable(kept, browser.version()), `pictures are compared in Chromium ${kept?.chromium} alone`);
    expect(findDifferences(kept?.prints ?? {}, prints)).toEqual([]);
  });

/** All text is visible inside its card, and no labels overlap. */
async function isReadable(page: Page, look: string): Promise<void> {
  const cards = '[data-state] :is(section, section [role="group"])';
  expect(await findUnreadable(page, cards), look).toEqual({ hidden: [], outside: [], overlapping: [] });
}

/** A loading card has the height of the loaded one, and each empty state has its own text. */
async function isHonest(page: Page): Promise<void> {
  const heightOf = async (state: string) =>
    (await page.locator(`[data-state="${state}"] section`).boundingBox())?.height ?? 0;
  const full = await heightOf('full');
  for (const state of ['loading', 'error', 'forbidden'])
    if ((await page.locator(`[data-state="${state}"]:not([data-never])`).count()) > 0)
      expect(Math.abs((await heightOf(state)) - full), `${state} is as high as what comes`).toBeLessThanOrEqual(1);
  const empty = page.locator(
    '[data-state]:not([data-never]):is([data-state="closed"],[data-state="nobody"],[data-state="offline"],[data-state="notTold"],[data-state="forbidden"],[data-state="noMatch"],[data-state="tooWide"])',
  );
  const said = await empty.locator('section > div:last-child').allInnerTexts();
  expect(said.every((words) => words.trim() !== '')).toBe(true);
  expect(new Set(said).size).toBe(said.length);
}

/** A type's downloaded picture matches its content: at least as large, and not blank. */
async function isTakenAway(page: Page): Promise<void> {
  const full = page.locator('[data-state="full"]');
  const card = await full.locator('section').first().boundingBox();
  await full.getByRole('button', { name: /^Actions for/ }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download picture' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/\.png$/);
  const seen = await readPicture(page, readFileSync(await file.path()));
  expect(seen.width).toBeGreaterThanOrEqual(Math.floor(card?.width ?? 0));
  expect(seen.height).toBeGreaterThanOrEqual(Math.floor((card?.height ?? 0) * 0.8));
  expect(seen.colors).toBeGreaterThan(8);
}

test('the production bundle contains nothing of the gallery', () => {
  const file = path.resolve(import.meta.dirname, '../../packages/web/dist/.vite/manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Record<string, { readonly src?: string }>;
  expect(Object.keys(manifest).filter((name) => name.includes('gallery'))).toEqual([]);
});
