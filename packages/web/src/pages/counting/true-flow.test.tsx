import { I18nProvider } from '@lingui/react';
import fc from 'fast-check';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeResizeObserver } from '../../charts/testing/fake-resize-observer.ts';
import { i18n, languages, loadAuthenticatedMessages, setLanguage } from '../../i18n/index.ts';
import { isLanguage } from '../../i18n/languages.ts';
import { buildInput, entriesBy, getBar, requestedHalves, type World, worlds } from './counted-worlds.ts';
import { FlowCard } from './flow-card.tsx';

// Replaced, because these components send queries of their own.
vi.mock('../site-page/lanes/site-lanes.tsx', () => ({ useSiteLanes: () => ({ height: 0, draw: () => null }) }));
vi.mock('../cards/export-of.tsx', () => ({ ExportOf: () => null }));

const place = document.createElement('div');
let root: Root;
beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('ResizeObserver', FakeResizeObserver);
  await loadAuthenticatedMessages();
  root = createRoot(place);
  document.body.append(place);
});
afterEach(() => act(async () => root.unmount()));

const spaced = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ').replace(/[\u2066-\u2069\u200e\u200f]/g, '');

async function show(world: World): Promise<HTMLElement | null> {
  const { model, context, now } = buildInput(world);
  await act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <FlowCard key={JSON.stringify(world)} model={model} context={context} now={now} />
      </I18nProvider>,
    ),
  );
  return place.querySelector('[role=slider]');
}

const press = (chart: HTMLElement, key: string) =>
  act(async () => {
    chart.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  });

/** Formats the site's local time, UTC+1 all winter. */
const clockOf = (at: number) => new Date(at + 3_600_000).toISOString().slice(11, 16);

describe.each(Object.keys(languages).filter(isLanguage))('what the flow of people tells in %s', (language) => {
  const { locale } = languages[language];
  const write = (value: number) =>
    spaced(new Intl.NumberFormat(locale, { maximumFractionDigits: 0, numberingSystem: 'latn' }).format(value));

  it('is true of the readings, as a whole and bar by bar', async () => {
    await setLanguage(language);
    await fc.assert(
      fc.asyncProperty(worlds, fc.nat(1000), async (world, picked) => {
        // Several days are drawn with wider bars.
        fc.pre(world.preset !== 'last7');
        const chart = await show(world);
        const [main, parking] = [entriesBy(world, 0), entriesBy(world, 1)];
        const whole = { value: main.value + parking.value, usual: main.usual + parking.usual };
        if (chart === null) {
          // A closed day, or one without data yet.
          expect(whole.value).toBe(0);
          return;
        }
        const summary = spaced(chart.getAttribute('aria-label') ?? '');
        const where = `${JSON.stringify(world)}: ${summary}`;
        for (const figure of [whole.value, whole.usual]) expect(summary, where).toContain(write(figure));

        const bars = requestedHalves(world).map((at) => ({ at, ...getBar(world, at) }));
        await press(chart, 'Home');
        for (let step = 0; step < picked % 30; step++) await press(chart, 'ArrowRight');
        const spoken = spaced(chart.getAttribute('aria-valuetext') ?? '');
        const begin = /\d\d:\d\d/.exec(spoken)?.[0];
        const bar = bars.find(({ at }) => clockOf(at) === begin);
        expect(bar, `${where} ${spoken}`).toBeDefined();
        if (bar === undefined) return;
        // The time is followed by the entries, once the bucket is over, and by the usual value.
        const behind = spoken.replace(/\d\d:\d\d/g, '').match(/\d[\d.,’' ]*\d|\d/g) ?? [];
        const told = behind.map((text) => text.trim());
        if (bar.value !== null) expect(told, `${where} ${spoken}`).toContain(write(bar.value));
        // While closed nobody is expected, so the label omits the usual value.
        const isSunday = new Date(bar.at + 3_600_000).getUTCDay() === 0;
        if (isSunday) return;
        const isSaid = bar.usual > 0 || told.length > (bar.value === null ? 0 : 1);
        if (isSaid) expect(told.at(-1), `${where} ${spoken}`).toBe(write(bar.usual));
      }),
      { numRuns: 60 },
    );
  }, 120_000);
});
