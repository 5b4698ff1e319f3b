import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { read, utils } from '@e965/xlsx';
import { waitUntilSettled } from './controls.ts';
import { expect, test } from './journey.ts';
import type { BrowserPage } from './page.ts';

/** Returns the file that `take` downloads, once complete. */
async function download(tab: BrowserPage, take: () => Promise<void>): Promise<Buffer> {
  const { downloads } = tab.driver;
  const before = new Set(readdirSync(downloads));
  await take();
  let file = '';
  await expect
    .poll(() => {
      const added = readdirSync(downloads).filter((name) => !before.has(name));
      // A file that is being written has a temporary file with another extension beside it.
      file = added.length === 1 && /\.(csv|png)$/.test(added[0] ?? '') ? path.join(downloads, added[0] ?? '') : '';
      return file === '' ? 0 : readFileSync(file).length;
    })
    .toBeGreaterThan(0);
  return readFileSync(file);
}

test('the numbers of a chart are downloaded, all of them', async ({ tab }) => {
  await tab.visit('/counting/1');
  await waitUntilSettled(tab);
  const file = await download(tab, () => tab.click({ selector: 'main button', name: 'Download as CSV' }));
  const { Sheets: sheets } = read(file.toString(), { type: 'string', raw: true });
  const [head = [], ...rows] = utils.sheet_to_json<string[]>(Object.values(sheets)[0] ?? {}, { header: 1 });
  expect(head.length).toBeGreaterThan(1);
  expect(rows.length).toBeGreaterThan(10);
  for (const row of rows) expect(row).toHaveLength(head.length);
});

test('the picture of a map has its plan in it', async ({ tab }) => {
  await tab.visit('/analytics/dashboard');
  await tab.until('the pages', `return document.querySelector('nav a[href^="/dashboard/"]') !== null;`);
  await tab.click({ selector: 'nav a', name: 'On the floor' });
  await tab.until('the plan', `return document.querySelector('main svg image') !== null;`);
  await waitUntilSettled(tab);
  const file = await download(tab, async () => {
    await tab.click({ selector: 'main button', name: 'Actions for The centre, seen from above' });
    await tab.click({ selector: '[role="menuitem"]', name: 'Download picture' });
  });
  // The last chunk proves that the file is complete.
  expect(file.subarray(-8, -4).toString('latin1')).toBe('IEND');
  const painted = await tab.driver.run(`
    const image = new Image();
    image.src = 'data:image/png;base64,${file.toString('base64')}';
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.width, image.height];
    const pen = canvas.getContext('2d');
    pen.drawImage(image, 0, 0);
    const { data } = pen.getImageData(40, 40, image.width - 80, image.height - 80);
    let painted = 0;
    for (let dot = 0; dot < data.length; dot += 4) if (data[dot] + data[dot + 1] + data[dot + 2] < 765) painted += 1;
    return (painted * 4) / data.length;`);
  expect(painted).toBeGreaterThan(0.4);
});
