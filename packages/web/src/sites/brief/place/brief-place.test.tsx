import { I18nProvider } from '@lingui/react';
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { i18n, loadAuthenticatedMessages, loadMessages, setLanguage } from '../../../i18n/index.ts';
import { BriefBoundary, BriefPlace } from './brief-place.tsx';

let root: Root;
let place: HTMLElement;
/** Reports the size of what is observed. */
let measure = () => {};

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('innerWidth', 1440);
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(onSize: () => void) {
        measure = onSize;
      }
      observe() {}
      disconnect() {}
    },
  );
  await Promise.all([loadAuthenticatedMessages(), loadMessages('overview'), loadMessages('alerts')]);
  await setLanguage('en');
  localStorage.clear();
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});

afterEach(async () => {
  await act(async () => root.unmount());
  place.remove();
  vi.unstubAllGlobals();
});

const render = (content: ReactNode) => act(async () => root.render(<I18nProvider i18n={i18n}>{content}</I18nProvider>));

/** Five lines of 60 px, the place of a first visit is 220 px high. */
async function renderLines(count: number, isUrgent = false) {
  const content = { current: null as HTMLDivElement | null };
  await render(
    <BriefPlace content={content}>
      <ul data-urgent={isUrgent || undefined}>
        {Array.from({ length: count }, (_, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: all alike
          <li key={line}>
            <button type="button">Line {line}</button>
          </li>
        ))}
      </ul>
    </BriefPlace>,
  );
  const inner = content.current as HTMLDivElement;
  Object.defineProperty(inner, 'offsetHeight', { value: count * 60, configurable: true });
  for (const [line, item] of [...inner.querySelectorAll('li')].entries())
    item.getBoundingClientRect = () => ({ bottom: (line + 1) * 60 }) as DOMRect;
  await act(async () => measure());
}

const texts = () => [...place.querySelectorAll('button')].map(({ textContent }) => textContent);
const isWhole = () => place.querySelector('[data-whole]') !== null;

it('keeps its height and counts the lines that do not fit, until somebody acts', async () => {
  await renderLines(5);
  // Two of them end above the button, 168 px.
  expect(texts()).toEqual(['Line 0', 'Line 1', 'Line 2', 'Line 3', 'Line 4', '3 more']);
  expect(isWhole()).toBe(false);
  const outer = place.firstElementChild as HTMLElement;
  expect(outer.style.getPropertyValue('--reserved')).toBe('220px');
  await act(async () => place.querySelectorAll('button')[5]?.click());
  expect(texts()).toHaveLength(5);
  expect(isWhole()).toBe(true);
});

it('shows all lines where one that somebody must act on would not fit', async () => {
  await renderLines(5, true);
  expect(isWhole()).toBe(true);
  expect(texts()).toHaveLength(5);
});

it('opens when the keyboard reaches a line, and needs no button where all fit', async () => {
  await renderLines(3);
  expect(texts()).toHaveLength(3);
  await act(async () => place.querySelector('button')?.focus());
  expect(isWhole()).toBe(false);
  await renderLines(5);
  await act(async () => place.querySelectorAll('button')[1]?.focus());
  expect(isWhole()).toBe(true);
});

it('an error of the brief leaves one card with a way to try again, and the rest of the page', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const failed = vi.fn();
  const Broken = (): ReactNode => {
    throw new Error('broken');
  };
  await render(
    <main>
      <BriefBoundary onFail={failed}>
        <Broken />
      </BriefBoundary>
      <p>The rest</p>
    </main>,
  );
  expect(place.querySelectorAll('[role="alert"]')).toHaveLength(1);
  expect(place.textContent).toContain('Try again');
  expect(place.textContent).toContain('The rest');
  expect(failed).toHaveBeenCalledOnce();
});
