import { findViolations } from '../support/accessible.ts';
import { dismissBanner, signInByCookie } from '../support/account.ts';
import { watchFaults } from '../support/faults.ts';
import { expect, test } from '../support/journey.ts';
import { buildPdf } from './build-pdf.ts';

test.beforeEach(({ page }) => dismissBanner(page));

/** Locked by an unknown password: the key entries match none. */
const lock = `<< /Filter /Standard /V 1 /R 2 /P -4 /O <${'11'.repeat(32)}> /U <${'22'.repeat(32)}> >>`;

test('P01 a page of a PDF is drawn in the browser, and laid as a picture', async ({ page }) => {
  const noFaults = watchFaults(page);
  await signInByCookie(page);
  await page.goto('/settings/sites');
  await page.getByRole('link', { name: /^Bahnhof Passage/ }).click();
  await page.getByRole('main').getByRole('link', { name: 'Plan', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Plan of /);
  const file = page.locator('input[type=file]');
  const choose = (buffer: Buffer) => file.setInputFiles({ name: 'plan.pdf', mimeType: 'application/pdf', buffer });

  await choose(Buffer.from('%PDF-1.4\nnothing of one'));
  await expect(page.getByText('This PDF can’t be read.')).toBeVisible();
  const whole = buildPdf(3);
  const locked = whole.toString('latin1').replace('/Root 1 0 R', `/Root 1 0 R /Encrypt ${lock} /ID [<00><00>]`);
  await choose(Buffer.from(locked, 'latin1'));
  await expect(page.getByText('This PDF is locked with a password.')).toBeVisible();
  await choose(buildPdf(0));
  await expect(page.getByText('This PDF has no pages.')).toBeVisible();

  await choose(whole);
  const question = page.getByRole('dialog', { name: 'Which page is the plan?' });
  await expect(question.locator('canvas')).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await question.getByLabel('Page', { exact: true }).selectOption('Page 2 of 3');
  await expect(question.getByRole('img', { name: 'Page 2 of 3' }).locator('canvas')).toBeVisible();
  await question.getByRole('button', { name: 'Take this page' }).click();
  await expect(question).toHaveCount(0);
  const picture = page.locator('svg[data-tool] image');
  await expect(picture).toHaveAttribute('href', /^blob:/);
  // The frame and the bars are those of the second page: two bars, and white where a third would be.
  const dots = await picture.evaluate(async (element) => {
    const image = new Image();
    image.src = element.getAttribute('href') ?? '';
    await image.decode();
    const drawn = document.createElement('canvas');
    [drawn.width, drawn.height] = [400, 300];
    const pen = drawn.getContext('2d');
    pen?.drawImage(image, 0, 0, 400, 300);
    const darkAt = (x: number) => (pen?.getImageData(x, 150, 1, 1).data[0] ?? 255) < 128;
    return { longest: Math.max(image.naturalWidth, image.naturalHeight), dark: [20, 60, 100, 140, 200].map(darkAt) };
  });
  expect(dots).toEqual({ longest: 3000, dark: [true, true, true, false, false] });
  noFaults();
});
