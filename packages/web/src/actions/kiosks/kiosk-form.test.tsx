import { I18nProvider } from '@lingui/react';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { i18n, loadAuthenticatedMessages, loadMessages, loadMetricsMessages, setLanguage } from '../../i18n/index.ts';
import { KioskForm } from './kiosk-form.tsx';
import type { KioskRowFragment } from './operations.generated.ts';

const places = [
  { id: 1, name: 'Hall', timezone: 'UTC', zones: [{ id: 11, name: 'Floor' }] },
  { id: 2, name: 'Mall', timezone: 'UTC', zones: [] },
] as never;
let place: HTMLDivElement;
let root: Root;
const save = vi.fn(async () => true);
const onClose = vi.fn();

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= () => {};
  await setLanguage('en');
  await Promise.all([loadAuthenticatedMessages(), loadMessages('setUp'), loadMetricsMessages()]);
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  save.mockClear();
  onClose.mockClear();
});
afterEach(async () => {
  await act(async () => root.unmount());
  place.remove();
});

const show = (kiosk: KioskRowFragment | null) =>
  act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <KioskForm kiosk={kiosk} places={places} changes={{ save } as never} onClose={onClose} />
      </I18nProvider>,
    ),
  );

const button = (text: string) =>
  [...place.querySelectorAll('button')].find(({ textContent }) => textContent === text) as HTMLButtonElement;
const press = (text: string) => act(async () => button(text).click());

async function type(label: string, value: string) {
  const found = [...place.querySelectorAll('label')].find(({ textContent }) => textContent === label);
  const input = document.getElementById(found?.htmlFor ?? '') as HTMLInputElement;
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  await act(async () => {
    set?.call(input, value);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

test('a new kiosk needs a name, and begins with one page of the first site', async () => {
  await show(null);
  await press('Save');
  expect([save.mock.calls.length, place.textContent?.includes('must be filled in')]).toEqual([0, true]);
  await type('Name', 'Lobby');
  await press('Add a page');
  await press('Save');
  const page = { installationId: 1, zoneId: null, metrics: ['inside', 'affluenceIn'] };
  expect(save.mock.calls).toEqual([[null, { name: 'Lobby', seconds: 30, language: 'en', pages: [page, page] }]]);
  expect(onClose).toHaveBeenCalled();
});

test('a stored kiosk is saved as it is, under its id, and stays open if that fails', async () => {
  save.mockResolvedValueOnce(false);
  const pages = [{ __typename: 'KioskPage', installationId: 1, zoneId: 11, metrics: ['co2'] }];
  await show({ id: 7, name: 'Door', language: 'ar', seconds: 60, lastSeenAt: null, path: '/kiosk/x', pages } as never);
  await press('Save');
  const page = { installationId: 1, zoneId: 11, metrics: ['co2'] };
  expect(save.mock.calls).toEqual([[7, { name: 'Door', seconds: 60, language: 'ar', pages: [page] }]]);
  expect(onClose).not.toHaveBeenCalled();
});
