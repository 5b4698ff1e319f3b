import { findViolations } from '../support/accessible.ts';
import { ask, fetchToken, openSignedIn, signInByCookie } from '../support/account.ts';
import { watchFaults } from '../support/faults.ts';
import { expect, type Page, test } from '../support/journey.ts';

/** Buttons that lift widgets, in page order. */
const widgets = (page: Page) => page.locator('[data-widget]');
const said = (page: Page, words: string | RegExp) =>
  expect(page.locator('[aria-live="assertive"]')).toContainText(words);
const kept = (page: Page) => expect(page.getByText('Draft kept')).toBeVisible();

/** Adds a widget by keyboard: the gallery, a name, Enter. */
async function add(page: Page, type: string): Promise<void> {
  await page.keyboard.press('a');
  await expect(page.getByLabel('Find a widget')).toBeFocused();
  await page.getByLabel('Find a widget').fill(type);
  await page.keyboard.press('Enter');
  await said(page, `${type} added`);
  await page.getByLabel('Find a widget').fill('');
  await page.getByLabel('Find a widget').blur();
}

async function newPage(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New page' }).press('Enter');
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/settings\/pages\/\d+/);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

test('F02 a page is laid out by keyboard, published, and visible to its readers', async ({ page, context }) => {
  const noFaults = watchFaults(page);
  await openSignedIn(page, { at: '/settings/pages' });
  await newPage(page, 'Built by keys');
  await expect(page.getByText('Nothing on this page yet')).toBeVisible();
  await add(page, 'Columns');
  await add(page, 'Weather');
  await expect(widgets(page)).toHaveCount(2);

  // A new widget has the focus. Lifted, it moves and grows, and each step is announced.
  const columns = page.getByRole('button', { name: /^Columns: / });
  await columns.press('Enter');
  await said(page, 'Columns lifted');
  await columns.press('Shift+ArrowRight');
  await said(page, /Columns: column 1, row 1, 7 ×/);
  await columns.press('ArrowRight');
  await said(page, /Columns: column 2, row 1, 7 ×/);
  await columns.press('Escape');
  await said(page, /Columns put down: column 2/);
  // All changes of one lift are a single undo step.
  await columns.press('Control+z');
  await said(page, 'Undone');
  await expect(columns).toHaveAttribute('aria-label', /6 × \d+, column 1/);
  await columns.press('Control+Shift+z');
  await expect(columns).toHaveAttribute('aria-label', /7 × \d+, column 2/);

  // Arrows move between widgets; Ctrl+D duplicates, Delete removes.
  await columns.press('Control+d');
  await expect(widgets(page)).toHaveCount(3);
  await page.locator('[data-widget]:focus').press('Delete');
  await expect(widgets(page)).toHaveCount(2);

  // All options of the selected widget are editable.
  await columns.press('Enter');
  await columns.press('Escape');
  await page.getByLabel('Title', { exact: true }).fill('Comings by hour');
  await expect(page.getByRole('button', { name: /^Comings by hour: / })).toBeVisible();
  await kept(page);
  expect((await findViolations(page)).map(({ id }) => id)).toEqual([]);

  await page.getByRole('button', { name: 'Publish' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Everybody in the organization');
  await expect(dialog).toContainText('“Comings by hour” is new');
  await dialog.getByRole('button', { name: 'Publish' }).press('Enter');
  await expect(page.getByText('No change since it was published')).toBeVisible();

  const token = await fetchToken(page.request, 'viewer@demo.example');
  const { allDashboardsV2 } = await ask<{ allDashboardsV2: { name: string; url: string }[] }>(
    page.request,
    token,
    '{ allDashboardsV2 { name url } }',
  );
  const url = allDashboardsV2.find(({ name }) => name === 'Built by keys')?.url ?? '';
  const reader = await context.newPage();
  await signInByCookie(reader, 'viewer@demo.example');
  await reader.goto(url);
  await expect(reader.getByRole('region', { name: 'Comings by hour' })).toBeVisible();
  noFaults();
});

test('F02 another user’s concurrent changes are not overwritten without a decision', async ({ page }) => {
  await openSignedIn(page, { at: '/settings/pages' });
  await newPage(page, 'Two at once');
  await add(page, 'Weather');
  await kept(page);

  const draftId = Number(/(\d+)$/.exec(page.url())?.[1]);
  const token = await fetchToken(page.request);
  const { dashboardDraft } = await ask<{ dashboardDraft: { version: number; content: object } }>(
    page.request,
    token,
    'query ($draftId: Int!) { dashboardDraft(draftId: $draftId) { version content } }',
    { draftId },
  );
  const { version, content } = dashboardDraft;
  await ask(
    page.request,
    token,
    `mutation ($draftId: Int!, $version: Int!, $content: JSON!) {
      saveDashboardDraft(draftId: $draftId, version: $version, content: $content) { version }
    }`,
    { draftId, version, content: { ...content, name: 'Theirs' } },
  );

  await add(page, 'Zones');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Somebody else changed this draft');
  await alert.getByRole('button', { name: 'Show theirs' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Theirs' })).toBeVisible();
  await expect(widgets(page)).toHaveCount(1);

  // Changes made from there on are saved again.
  await add(page, 'Zones');
  await kept(page);
  await page.reload();
  await expect(widgets(page)).toHaveCount(2);
});

test('F02 a view of a site becomes a page that begins with it', async ({ page }) => {
  await openSignedIn(page, { at: '/counting/1?v=1&timespan=%7B%22preset%22%3A%22last7%22%7D' });
  await page.getByRole('link', { name: 'Make a page of this view' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Page of this view' });
  await expect(dialog.getByLabel('Name')).toHaveValue('Arcades du Lac, Counting');
  await expect(dialog).toContainText('the cards of Arcades du Lac');
  await dialog.getByRole('button', { name: 'Create' }).press('Enter');
  await expect(page).toHaveURL(/\/settings\/pages\/\d+/);
  await expect(widgets(page)).toHaveCount(4);
  await expect(page.getByRole('button', { name: /^Timespan/ })).toContainText('Last 7 days');
  // Widgets are drawn as readers will see them, but inert.
  await expect(page.locator('[inert]', { hasText: 'By zone' })).toContainText('Ground floor');
});

test('F02 on the canvas a long legend pushes no drawing out of its place', async ({ page }) => {
  await openSignedIn(page, { at: '/settings/pages' });
  await page.getByRole('button', { name: 'Monday board', exact: true }).click();
  for (const width of [1440, 1024]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(page.locator('[inert] svg text').first()).toBeAttached();
    await expect.poll(() => page.evaluate(findDrawingsOutside)).toEqual([]);
  }
});

/** Returns the texts of drawings that reach below their widget. Runs in the page. */
function findDrawingsOutside(): (string | null)[] {
  return [...document.querySelectorAll('[inert] svg text')]
    .filter((text) => {
      const place = text.closest('[inert]')?.getBoundingClientRect();
      return place !== undefined && text.getBoundingClientRect().bottom > place.bottom + 1;
    })
    .map((text) => text.textContent);
}

test('F02 on a phone the gallery opens on request', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openSignedIn(page, { at: '/settings/pages' });
  await newPage(page, 'Built by hand');
  await page.getByRole('button', { name: 'Add a widget' }).click();
  await page.getByRole('button', { name: 'Columns' }).click();
  await expect(widgets(page)).toHaveCount(1);
  await expect(page.getByLabel('Title', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Add a widget' }).click();
  await page.getByRole('button', { name: 'Close the widgets to add' }).click();
  await expect(page.getByLabel('Find a widget')).toBeHidden();
});
