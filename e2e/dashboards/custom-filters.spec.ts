import { dismissBanner, openSignedIn, signInByCookie } from '../support/account.ts';
import { openListed, openPage } from '../support/dashboards.ts';
import { watchFaults } from '../support/faults.ts';
import { expect, type Page, test } from '../support/journey.ts';

test.beforeEach(({ page }) => dismissBanner(page));

/** Records the conditions of a page's latest queries, as text. */
function watchQuestions(page: Page): { readonly last: () => string } {
  let last = '';
  page.on('request', (request) => {
    const body = request.postData() ?? '';
    if (request.url().endsWith('/v2/graphql') && body.includes('query Answers')) last = body;
  });
  return { last: () => last };
}

const applied = (page: Page) => page.getByRole('region', { name: 'Applied' });

test('D09 a custom page filters by the day, gender and engagement it offers, and its address keeps them', async ({
  page,
}) => {
  const noFaults = watchFaults(page);
  const questions = watchQuestions(page);
  await openSignedIn(page);
  await openPage(page, 'Monday board', 'The week');
  await expect.poll(questions.last).toContain('affluenceIn');
  expect(questions.last()).not.toMatch(/GENDER|ENGAGEMENT|"DAY"/);

  await page.getByRole('button', { name: /^Day/ }).click();
  await page.getByRole('dialog', { name: 'Day' }).getByLabel('Monday').check();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Gender/ }).click();
  await page.getByRole('dialog', { name: 'Gender' }).getByRole('button', { name: 'Women' }).click();
  await page.getByRole('button', { name: 'More filters' }).click();
  const more = page.getByRole('dialog', { name: 'More filters' });
  await more.getByRole('region', { name: 'Engagement' }).getByRole('button', { name: 'Engaged', exact: true }).click();
  await page.keyboard.press('Escape');
  await expect.poll(questions.last).toContain('ENGAGEMENT');
  for (const criterion of ['"DAY"', '"GENDER"']) expect(questions.last()).toContain(criterion);
  for (const chip of ['Mon', 'Women', 'Engaged']) await expect(applied(page)).toContainText(chip);
  await expect(page).toHaveURL(/engagement=/);

  await page.reload();
  for (const chip of ['Mon', 'Women', 'Engaged']) await expect(applied(page)).toContainText(chip);
  await applied(page).getByRole('button', { name: 'Remove Women' }).click();
  await expect(applied(page)).not.toContainText('Women');
  noFaults();
});

test('D09 G08 a chosen tag narrows the widgets, and one about other tags is not shown', async ({ page }) => {
  const noFaults = watchFaults(page);
  const questions = watchQuestions(page);
  await signInByCookie(page);
  await openListed(page, 'Retail benchmark');
  const capture = page.getByRole('region', { name: 'Capture rate by site', exact: true });
  await expect(capture).toBeVisible();
  // The page excludes Sundays by definition, so that filter cannot be removed.
  await expect(applied(page)).toContainText('not Sun');
  await expect.poll(questions.last).toContain('NOT_IN');

  const choose = async (tag: string) => {
    await page.getByRole('button', { name: 'More filters' }).click();
    const use = page.getByRole('dialog', { name: 'More filters' }).getByRole('region', { name: 'Use' });
    await use.getByRole('button', { name: tag, exact: true }).click();
    await page.keyboard.press('Escape');
  };
  await choose('Food');
  await expect(capture).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Visitors of shops and food', exact: true })).toBeVisible();
  await choose('Retail');
  await expect(capture).toBeVisible();
  await choose('All');
  await expect(capture).toBeVisible();
  noFaults();
});

test('D09 filters a page does not offer cannot be set by its address', async ({ page }) => {
  const questions = watchQuestions(page);
  await signInByCookie(page);
  await openListed(page, 'Retail benchmark');
  await page.goto(`${new URL(page.url()).pathname}?v=1&gender=%22female%22&engagement=%22engaged%22`);
  await expect.poll(questions.last).toContain('captureRate');
  expect(questions.last()).not.toMatch(/GENDER|ENGAGEMENT/);
  await expect(applied(page)).not.toContainText('Women');
});
