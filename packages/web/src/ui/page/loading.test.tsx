import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { I18nProvider } from '@lingui/react';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { i18n, setLanguage } from '../../i18n/index.ts';
import { LoadFailed } from './loading.tsx';

const place = document.createElement('div');
const retry = vi.fn();
let root: Root;

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  retry.mockReset();
  await setLanguage('en');
  root = createRoot(place);
});
afterEach(() => act(async () => root.unmount()));

const show = (code: string | null) =>
  act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <LoadFailed code={code} retry={retry} />
      </I18nProvider>,
    ),
  );

it.each([null, 'OVERLOADED', 'INTERNAL'])('can be tried again where loading failed (%s)', async (code) => {
  await show(code);
  expect(place.textContent).toContain('This page could not be loaded');
  await act(async () => place.querySelector('button')?.click());
  expect(retry).toHaveBeenCalledOnce();
});

it('says that a page does not exist only where the server says so', async () => {
  await show('NOT_FOUND');
  expect(place.textContent).toContain('404');
  expect(place.querySelector('button')).toBeNull();
});

it('is what every page shows: none takes a failed request for a page that does not exist', () => {
  const src = path.resolve(import.meta.dirname, '../..');
  const isTaken = (line: string) =>
    /\bif \(.*\berror\b.*return <NotFound/.test(line) && !/isNotFound|isMissing/.test(line);
  const taken = globSync('**/*.tsx', { cwd: src }).filter((file) =>
    readFileSync(path.join(src, file), 'utf8').split('\n').some(isTaken),
  );
  expect(taken).toEqual([]);
});
