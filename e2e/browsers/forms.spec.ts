import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { settled } from './controls.ts';
import { expect, test } from './journey.ts';
import { type BrowserPage, keys } from './page.ts';

/** A press in Safari on a Mac gives no focus to buttons, but to the nearest place around them that can have it. */
const withoutFocusOnPress = `
  addEventListener('mousedown', (event) => {
    const button = event.target.closest?.('button');
    if (!button) return;
    event.preventDefault();
    const place = button.parentElement.closest('[tabindex], dialog');
    if (place) place.focus(); else document.activeElement?.blur();
  }, { capture: true });
  return null;`;

const timespan = { selector: 'main button', begins: 'Timespan' };
/** As the demo's profiles have dates written, and as addresses do. */
const dayBefore = (days: number) => Temporal.Now.plainDateISO('Europe/Zurich').subtract({ days }).toString();
const inProfile = (date: string) => date.split('-').toReversed().join('/');
const searchHas = (tab: BrowserPage, part: string) =>
  tab.until(`${part} in the address`, `return decodeURIComponent(location.search).includes(${JSON.stringify(part)});`);

for (const focus of ['takes', 'takes no'] as const)
  test(`filters are applied where a pressed button ${focus} focus`, async ({ tab }) => {
    await tab.visit('/counting/1');
    await settled(tab);
    if (focus === 'takes no') await tab.driver.run(withoutFocusOnPress);
    await tab.click(timespan);
    await tab.click({ selector: '[role="dialog"] button', name: 'Last 7 days' });
    await searchHas(tab, 'last7');
    await tab.click(timespan);
    await tab.click({ selector: '[role="dialog"] button', name: 'Custom' });
    await tab.fill({ selector: 'input[name="first0"]' }, inProfile(dayBefore(9)));
    await tab.fill({ selector: 'input[name="last0"]' }, inProfile(dayBefore(8)));
    await tab.click({ selector: '[role="dialog"] button', name: 'Apply' });
    await searchHas(tab, dayBefore(9));
    await tab.click(timespan);
    await tab.shows({ selector: '[role="dialog"]' });
    await tab.type(keys.escape);
    await tab.hides({ selector: '[role="dialog"]' });
    const focused = await tab.driver.run('return document.activeElement.getAttribute("aria-haspopup");');
    expect(focused).toBe('dialog');
  });

test('a number is read with both decimal signs, and anything else is refused with a message', async ({ tab }) => {
  await tab.visit('/alerts/new');
  await settled(tab);
  const value = { selector: 'input[name="value"]' };
  const message = `
    const described = document.querySelector('input[name="value"]').getAttribute('aria-describedby');
    return described === null ? '' : (document.getElementById(described)?.innerText ?? '');`;
  for (const text of ['12,5', '12.5']) {
    await tab.fill(value, text);
    expect(await tab.driver.run('return document.querySelector("input[name=value]").value;')).toBe(text);
    expect(await tab.driver.run(message)).toBe('');
  }
  await tab.fill(value, 'twelve');
  await tab.until(
    'the message',
    `return (await (async () => { ${message} })()).includes('Enter a number, such as 12.5');`,
  );
  await tab.click({ selector: 'button[type=submit]' });
  expect(await tab.driver.run('return document.activeElement.name;')).toBe('value');
  await tab.isAt(/^\/alerts\/new/);
});

test('a chart is downloaded as a file with its numbers', async ({ tab }) => {
  await tab.visit('/counting/1');
  await settled(tab);
  await tab.click({ selector: 'main button', name: 'Download as CSV' });
  const { downloads } = tab.driver;
  await expect.poll(() => readdirSync(downloads).filter((name) => name.endsWith('.csv'))).toHaveLength(1);
  const [file = ''] = readdirSync(downloads);
  expect(readFileSync(path.join(downloads, file), 'utf8')).toMatch(/\d/);
});

test('the staff of a Stop&Go screen corrects its count by a press, and the display says what it is', async ({
  tab,
}) => {
  await tab.visit('/stop-n-go');
  await settled(tab);
  const staff = await tab.until<string>(
    'a screen',
    `return [...document.querySelectorAll('main a')].map((link) => link.getAttribute('href')).find((href) => /^\\/stop-n-go\\/\\d+$/.test(href));`,
  );
  await tab.visit(staff);
  await tab.click({ selector: 'main button', name: '+10' }, 'touch');
  await tab.until('the change', `return /You set it 10 higher/.test(document.body.innerText);`);
  await tab.click({ selector: 'main button', name: '−10' }, 'touch');
  await tab.until('no change', `return !/You set it 10 higher/.test(document.body.innerText);`);
});
