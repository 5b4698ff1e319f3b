import { act, Component, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lazyComponent } from './lazy-component.tsx';

const place = document.createElement('div');
const seen: string[] = [];
let root: Root;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  seen.length = 0;
  root = createRoot(place, { onCaughtError: () => {} });
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

class Boundary extends Component<{ readonly children: ReactNode }> {
  override readonly state = { told: '' };
  static getDerivedStateFromError = (error: Error) => ({ told: error.message });
  override render() {
    return this.state.told || this.props.children;
  }
}

it('shows the fallback until its code has loaded, once', async () => {
  const code = Promise.withResolvers<typeof Word>();
  const load = vi.fn(() => code.promise);
  const Part = lazyComponent(load);
  const page = (
    <>
      <Part word="here" waiting={<Waiting />} />
      <Part word=" and there" />
    </>
  );
  await act(async () => root.render(page));
  expect(place.textContent).toBe('waiting');
  await act(async () => code.resolve(Word));
  expect(place.textContent).toBe('here and there');
  expect(load).toHaveBeenCalledOnce();
});

it('renders as soon as its code has loaded', async () => {
  vi.useFakeTimers();
  try {
    const code = Promise.withResolvers<typeof Word>();
    const Part = lazyComponent(() => code.promise);
    await act(async () => root.render(<Part word="here" waiting={<Waiting />} />));
    await act(async () => code.resolve(Word));
    // The fake clock has not advanced since the code loaded.
    expect(place.textContent).toBe('here');
  } finally {
    vi.useRealTimers();
  }
});

it('renders at once if its code was already loaded, without a fallback', async () => {
  const Part = lazyComponent(async () => Word);
  await Part.fetch();
  await act(async () => root.render(<Part word="here" waiting={<Waiting />} />));
  expect(seen).toEqual(['here']);
});

it('throws a failed load into the surrounding error boundary', async () => {
  const Part = lazyComponent<{ word: string }>(() => Promise.reject(new Error('not to be had')));
  await act(async () =>
    root.render(
      <Boundary>
        <Part word="here" waiting={<Waiting />} />
      </Boundary>,
    ),
  );
  expect(place.textContent).toBe('not to be had');
});
