import { Temporal } from 'temporal-polyfill';
import { waitUntilSettled } from './controls.ts';
import { expect, test } from './journey.ts';
import { type BrowserPage, keys } from './page.ts';

/** Simulates Safari on a Mac: a click focuses the nearest focusable ancestor, not the button. */
const pressWithoutFocus = `
  addEventListener('mousedown', (event) => {
    const button = event.target.closest?.('button');
    if (!button) return;
    event.preventDefault();
    const place = button.parentElement.closest('[tabindex], dialog');
    if (place) place.focus({ preventScroll: true }); else document.activeElement?.blur();
  }, { capture: true });
  return null;`;

const timespan = { selector: 'main button', begins: 'Timespan' };
const panel = { selector: '[role="dialog"]' };
const inPanel = (name: string) => ({ selector: '[role="dialog"] button', name });
/** A day of the demo's first site, as in addresses and in the profile's date format. */
const day = (back: number) => Temporal.Now.plainDateISO('Europe/Zurich').subtract({ days: back }).toString();
const typed = (date: string) => date.split('-').toReversed().join('/');

async function isApplied(tab: BrowserPage, inAddress: string, onButton: string): Promise<void> {
  await tab.until(inAddress, `return decodeURIComponent(location.search).includes(${JSON.stringify(inAddress)});`);
  await tab.until(
    `${onButton} on the page`,
    `return [...document.querySelectorAll('main button')].some((one) => one.innerText.includes(${JSON.stringify(onButton)}));`,
  );
}

for (const focus of ['takes', 'takes no'] as const)
  test(`filters are applied where a pressed button ${focus} focus`, async ({ tab }) => {
    await tab.visit('/counting/1');
    await waitUntilSettled(tab);
    if (focus === 'takes no') await tab.driver.run(pressWithoutFocus);
    await tab.click(timespan);
    await tab.click(inPanel('Last 7 days'));
    await isApplied(tab, 'last7', `${typed(day(6))} – ${typed(day(0))}`);
    await tab.click(timespan);
    await tab.click(inPanel('Custom'));
    await tab.fill({ selector: 'input[name="first0"]' }, typed(day(9)));
    await tab.fill({ selector: 'input[name="last0"]' }, typed(day(8)));
    await tab.click(inPanel('Apply'));
    await isApplied(tab, day(9), `${typed(day(9))} – ${typed(day(8))}`);
    await tab.click(timespan);
    await tab.shows(panel);
    await tab.type(keys.escape);
    await tab.hides(panel);
    expect(await tab.driver.run('return document.activeElement.getAttribute("aria-haspopup");')).toBe('dialog');
  });
