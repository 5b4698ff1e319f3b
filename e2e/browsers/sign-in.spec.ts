import { expect, signIn, test } from './journey.ts';

test('a wrong password says so, and the right one opens the overview', async ({ signedOut, session }) => {
  await signedOut.visit('/login');
  await signedOut.fill({ selector: 'input[type=email]' }, 'admin@demo.example');
  await signedOut.fill({ selector: 'input[type=password]' }, 'Not-the-password-1');
  await signedOut.click({ selector: 'button[type=submit]' });
  await signedOut.until('the refusal', 'return document.body.innerText.includes("Wrong email/password");');
  await signIn(signedOut);
  session.isOpen = true;
  await signedOut.until('the sites', 'return document.querySelectorAll("tbody tr").length > 1;');
  expect(await signedOut.words()).not.toContain('error');
});
