import { dismissBanner, signInByCookie } from '../support/account.ts';
import { watchFaults } from '../support/faults.ts';
import { expect, test } from '../support/product.ts';

const admin = 'admin@demo.example';

test('J05 a test mail of an unsaved report arrives with its attachments, and goes to no one else', async ({
  page,
  product,
}) => {
  test.slow();
  const noFaults = watchFaults(page);
  await dismissBanner(page);
  await signInByCookie(page, admin);
  product.skipMails(admin);
  await page.goto('/reports/new');
  await page.getByLabel('Title').fill('Tried by mail');
  await page.getByLabel('Emails').fill('manager@demo.example,');
  await page.getByRole('button', { name: 'Send a test to me' }).click();
  await expect(page.getByText(`On its way to ${admin}`)).toBeVisible({ timeout: 60_000 });
  await expect.poll(() => product.mailsFor(admin), { timeout: 90_000 }).toBe(1);
  const mail = await product.mailTo(admin);
  expect(mail).toContain('Tried by mail');
  const parts = [...mail.matchAll(/^Content-Type:\s+([\w./-]+)/gm)].map(([, type]) => type);
  expect(parts).toEqual(
    expect.arrayContaining([
      'text/plain',
      'text/html',
      'application/pdf',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ]),
  );
  expect(product.mailsFor('manager@demo.example')).toBe(0);
  noFaults();
});
