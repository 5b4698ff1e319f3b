// Page for the benchmark only: twelve charts of a thousand points, drawn by the product's components.
import '../../src/ui/fonts.css';
import '../../src/ui/base.css';
import { ApolloProvider } from '@apollo/client/react';
import { toDayRange } from '@atrium/domain/numbers';
import { I18nProvider } from '@lingui/react';
import { createRoot } from 'react-dom/client';
import { Subject } from 'rxjs';
import { CrosshairProvider } from '../../src/charts/index.ts';
import { i18n, loadAuthenticatedMessages, loadMetricsMessages, setLanguage } from '../../src/i18n/index.ts';
import { WidgetBoard } from '../../src/pages/widgets/widget-board.tsx';
import { findEntry } from '../entries.ts';
import { createGalleryClient } from '../gallery-client.ts';
import { site, top } from '../site.ts';
import { states } from '../states.ts';

declare global {
  interface Window {
    /** Entry points of the benchmark. */
    drawing: {
      /** Draws all charts. Returns the ms from the first call to the frame that shows the last chart. */
      charts(): Promise<number>;
      /**
       * Shows a live value and changes it `times` times. Returns the ms from each update to the frame that shows it.
       */
      readings(times: number): Promise<readonly number[]>;
    };
  }
}

const sites = [site];
const { now, filters } = states.live;
const charts = Array.from({ length: 12 }, (_, index) => ({
  version: 1,
  id: index + 1,
  order: index,
  type: 'lineChart',
  title: `Chart ${index + 1}`,
  zoneIds: [top],
  metrics: [{ type: index % 2 === 0 ? 'affluenceIn' : 'affluenceOut', granularity: 900 }],
}));
// 11 days of 15-minute points.
const points = 11 * 96;
const days = { ...filters, compare: null, ranges: [toDayRange('2026-03-01', '2026-03-11')] };
const figures = [{ version: 1, id: 1, order: 0, type: 'kpis', ...findEntry('kpis').definition }];
const values = new Subject<number>();

const place = document.getElementById('root') as HTMLElement;
await setLanguage('en');
await Promise.all([loadAuthenticatedMessages(), loadMetricsMessages()]);

const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));

/** Resolves to the time of the frame in which the condition holds. */
async function shown(isThere: () => boolean): Promise<number> {
  const patience = performance.now() + 30_000;
  do {
    if ((await frame()) > patience) throw new Error('it never showed');
  } while (!isThere());
  // The next frame starts once this one is on screen.
  await frame();
  return performance.now();
}

function board(definitions: readonly object[], of: typeof filters) {
  const client = createGalleryClient(states.live, { later: values });
  return (
    <I18nProvider i18n={i18n}>
      <ApolloProvider client={client}>
        <CrosshairProvider>
          <WidgetBoard definitions={definitions} sites={sites} filters={of} now={now} act={null} />
        </CrosshairProvider>
      </ApolloProvider>
    </I18nProvider>
  );
}

const root = createRoot(place);

/** A line through all points; no other path is this long. */
const lines = () =>
  [...place.querySelectorAll('path')].filter((path) => (path.getAttribute('d') ?? '').length > 4 * points);

window.drawing = {
  async charts() {
    root.render(null);
    await shown(() => place.textContent === '');
    const begin = performance.now();
    root.render(board(charts, days));
    const end = await shown(() => lines().length >= 12);
    return end - begin;
  },
  async readings(times) {
    root.render(null);
    await shown(() => place.textContent === '');
    root.render(board(figures, filters));
    const says = (value: number) => place.textContent?.includes(value.toLocaleString('en')) ?? false;
    await shown(() => place.querySelector('[role="status"]') === null && lines().length === 0);
    const taken: number[] = [];
    for (let index = 0; index < times; index++) {
      const value = 4000 + index;
      const begin = performance.now();
      values.next(value);
      taken.push((await shown(() => says(value))) - begin);
    }
    return taken;
  },
};
document.documentElement.dataset.ready = '';
