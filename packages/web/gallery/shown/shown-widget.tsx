import type { ApolloClient } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { toDayRange } from '@atrium/domain/numbers';
import type { WidgetType } from '@atrium/domain/pages/definitions';
import type { PageFilters } from '@atrium/domain/pages/widgets';
import { I18nProvider } from '@lingui/react';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { i18n, loadAuthenticatedMessages, loadMetricsMessages, setLanguage } from '../../src/i18n/index.ts';
import { ExplainProvider } from '../../src/pages/explain/index.ts';
import type { Site } from '../../src/pages/site-page/site.ts';
import type { WidgetActs } from '../../src/pages/widgets/pictures/view.ts';
import { WidgetBoard } from '../../src/pages/widgets/widget-board.tsx';
import { createGalleryClient } from '../gallery-client.ts';
import { site, top } from '../site.ts';
import { states } from '../states.ts';

/** Timeout, ms. A busy machine needs time to load a widget's code. */
export const timeoutMs = 20_000;
vi.setConfig({ testTimeout: 2 * timeoutMs });
beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.stubGlobal('matchMedia', () => new EventTarget());
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(640);
  await setLanguage('en');
  await loadAuthenticatedMessages();
  await loadMetricsMessages();
});
afterAll(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Context in which a widget is shown. */
interface Around {
  readonly filters?: Partial<PageFilters>;
  readonly acts?: WidgetActs | null;
  readonly client?: ApolloClient;
  readonly sites?: readonly Site[];
  /** Whether nothing will load, so that there is nothing to wait for. */
  readonly isStill?: boolean;
}

/** Mounts an interactive widget on a page with explanations; `leave` unmounts it. */
export async function mountWidget(definition: object, around: Around = {}) {
  const place = document.createElement('div');
  const root = createRoot(place);
  const { now } = states.full;
  const filters = { ...states.full.filters, ...around.filters };
  const definitions = [{ version: 1, id: 1, title: 'Shown', order: 0, ...definition }];
  await act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <ApolloProvider client={around.client ?? createGalleryClient(states.full)}>
          <ExplainProvider>
            <WidgetBoard {...{ definitions, filters, now }} sites={around.sites ?? [site]} act={around.acts ?? null} />
          </ExplainProvider>
        </ApolloProvider>
      </I18nProvider>,
    ),
  );
  if (around.isStill) await vi.waitFor(() => expect(place.querySelector('[role="status"]')).not.toBeNull(), timeoutMs);
  else await settled(place);
  return { place, leave: () => act(async () => root.unmount()) };
}

/** Waits until nothing of it is loading. */
const settled = (place: HTMLElement) =>
  vi.waitFor(async () => {
    await act(() => new Promise((resolve) => setTimeout(resolve, 5)));
    // Waits for numbers only, because images never load here.
    expect(place.querySelector('[role="status"], [aria-busy="true"]:not(figure)')).toBeNull();
  }, timeoutMs);

/** Mounts a widget with all its numbers and returns its element. */
export async function showWidget(definition: object, filters: Partial<PageFilters> = {}): Promise<HTMLElement> {
  const { place, leave } = await mountWidget(definition, { filters });
  const copy = place.cloneNode(true) as HTMLElement;
  await leave();
  return copy;
}

export const hours = { groupBy: [{ type: 'DATE', period: 'PT1H' }] };
export const byShop = { groupBy: [{ type: 'ZONE' }] };
export const byGender = { groupBy: [{ type: 'GENDER' }] };
export const buildDefinition = (type: WidgetType, ...metrics: readonly object[]) => ({ type, zoneIds: [top], metrics });
export const entries = { type: 'affluenceIn' };
export const rate = { type: 'captureRate' };
export const stay = { type: 'dwell' };
export const pink = '#d6336c';

const text = (place: HTMLElement) => place.textContent ?? '';
export const countMatches = (selector: string) => (place: HTMLElement) => place.querySelectorAll(selector).length;
export const hasText = (words: string | RegExp) => (place: HTMLElement) => text(place).search(words) >= 0;
export const isRendered = (place: HTMLElement) => place.querySelector('h2') !== null;
/** Returns the scales beside plots. The labels of an axis share one column. */
export const countAxes = (place: HTMLElement) => {
  const columns = Map.groupBy(place.querySelectorAll('svg text'), (text) => text.getAttribute('x'));
  return [...columns.values()].filter((figures) => figures.length > 2).length;
};
export const isPink = (place: HTMLElement) => /#d6336c|rgb\(214, 51, 108\)/.test(place.innerHTML);

/** An option's visible effect: something is on the page with it and not without. */
export interface Row {
  readonly widget: object;
  readonly set: Readonly<Record<string, unknown>>;
  readonly see: (place: HTMLElement) => unknown;
  readonly without: unknown;
  readonly within: unknown;
  /** Filters other than the default day. */
  readonly filters?: Partial<PageFilters>;
}

export const week = toDayRange('2026-03-05', '2026-03-11');
export const ranges = { colorimetry: [{ lower: 0, upper: null, color: pink, label: 'Usual' }] };
