import { waitUntilSettled } from './controls.ts';
import { expect, test } from './journey.ts';

test('a number is read with both decimal signs, and anything else is refused with a message', async ({ tab }) => {
  await tab.visit('/alerts/new-alert');
  await waitUntilSettled(tab);
  const value = { selector: 'input[name="value"]' };
  const message = `
    const described = document.querySelector('input[name="value"]').getAttribute('aria-describedby') ?? '';
    return described.split(' ').map((id) => document.getElementById(id)?.innerText ?? '').join(' ');`;
  for (const text of ['12,5', '12.5']) {
    await tab.fill(value, text);
    expect(await tab.driver.run('return document.querySelector("input[name=value]").value;')).toBe(text);
    expect(await tab.driver.run(message)).not.toContain('Enter a number');
  }
  await tab.fill(value, 'twelve');
  await tab.click({ selector: 'button', name: 'Save alert' });
  await tab.until(
    'the message',
    `return (await (async () => { ${message} })()).includes('Enter a number, such as 12.5');`,
  );
  await tab.isAt(/^\/alerts\/new-alert/);
});

test('a form shows errors, saves valid values, and shows them when reopened', async ({ tab }) => {
  const name = { selector: 'input[name="firstName"]' };
  const saved = 'return document.body.innerText.includes("Changes saved successfully");';
  const save = async (text: string) => {
    await tab.visit('/user-profile/general');
    await waitUntilSettled(tab);
    await tab.fill(name, text);
    await tab.click({ selector: 'button', name: 'Save' });
  };
  await save('R2D2');
  await tab.until('the refusal', 'return document.body.innerText.includes("A name has letters and spaces only");');
  await tab.until('the field', 'return document.activeElement.name === "firstName";');
  for (const text of ['Ada', 'Leïla']) {
    await save(text);
    await tab.until('the confirmation', saved);
    await tab.visit('/user-profile/general');
    await tab.until(
      text,
      `return document.querySelector('input[name="firstName"]')?.value === ${JSON.stringify(text)};`,
    );
  }
});
