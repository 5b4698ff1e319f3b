import { act, Suspense } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { latePart } from './late-part.tsx';

const place = document.createElement('div');
const seen: string[] = [];
let root: Root;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  seen.length = 0;
  root = createRoot(place);
});
afterEach(() => act(async () => root.unmount()));

function Waiting() {
  seen.push('waiting');
  return 'waiting';
}

function Word({ word }: { readonly word: string }) {
  seen.push(word);
  return word;
}

it('is waited for until its code is there, which is fetched once', async () => {
  const code = Promise.withResolvers<typeof Word>();
  const load = vi.fn(() => code.promise);
  const Part = latePart(load);
  const page = (
    <Suspense fallback={<Waiting />}>
      <Part word="here" />
    </Suspense>
  );
  await act(async () => root.render(page));
  expect(place.textContent).toBe('waiting');
  await act(async () => code.resolve(Word));
  await vi.waitFor(() => expect(place.textContent).toBe('here'));
  expect(load).toHaveBeenCalledOnce();
});

it('is drawn at once where its code was fetched before, with nothing in its place first', async () => {
  const Part = latePart(async () => Word);
  await Part.fetch();
  await act(async () =>
    root.render(
      <Suspense fallback={<Waiting />}>
        <Part word="here" />
      </Suspense>,
    ),
  );
  expect(seen).toEqual(['here']);
});
