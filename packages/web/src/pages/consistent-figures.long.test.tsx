import { defaultFilters, resolveFilters } from '@atrium/domain/pages';
import { buildSectionQueries, listSectionQueries } from '@atrium/domain/pages/site-pages';
import type { WidgetAnswer } from '@atrium/domain/pages/widgets';
import { I18nProvider } from '@lingui/react';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import fc from 'fast-check';
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { i18n, loadAuthenticatedMessages, loadMetricsMessages, setLanguage } from '../i18n/index.ts';
import { InsideProvider } from '../numbers/live/index.ts';
import { buildInput, worlds } from './counting/counted-worlds.ts';
import { KpiRow } from './counting/kpi-row.tsx';
import { PeopleHeadline } from './counting/people-headline.tsx';
import { EnergyHeadline } from './energy/energy-headline.tsx';
import { buildSite, createFakeServer, getNow, type ReadingSource, sensorWorlds } from './headline/sensor-worlds.ts';
import { MetricCard } from './section/metric-card.tsx';
import { PartTable } from './section/part-table.tsx';
import { buildSectionModel } from './section/section-model.ts';

const place = document.createElement('div');
let root: Root;
beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  await Promise.all([loadAuthenticatedMessages(), loadMetricsMessages()]);
  await setLanguage('en');
  root = createRoot(place);
});
afterEach(() => act(async () => root.unmount()));

async function draw(what: ReactNode): Promise<void> {
  const routeTree = createRootRoute({ component: () => <InsideProvider>{what}</InsideProvider> });
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/'] }) });
  await router.load();
  await act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <RouterProvider router={router as never} />
      </I18nProvider>,
    ),
  );
}

/** Returns the numbers of a text, without signs. */
const numbersIn = (text: string) =>
  (text.match(/\d[\d,]*(?:\.\d+)?/g) ?? []).map((one) => Number(one.replace(/,/g, '')));
const textOf = (element: Element | null | undefined) => (element?.textContent ?? '').replace(/[\u00a0\u202f]/g, ' ');

/** Checks a change, as written, against the two figures written beside it. */
function checkChange(change: string, value: number, usual: number, isPercentage: boolean, where: string) {
  if (change === '') return;
  if (change === 'about the same') {
    expect(Math.abs(value - usual), where).toBeLessThanOrEqual(Math.max(0.5, usual * 0.0005));
    return;
  }
  const [amount = Number.NaN] = numbersIn(change);
  expect(/−|fewer/.test(change), where).toBe(value < usual);
  if (/more|fewer/.test(change)) {
    expect(Math.min(value, usual), where).toBeLessThan(30);
    expect(amount, where).toBe(Math.round(Number(Math.abs(value - usual).toFixed(6))));
    return;
  }
  const exact = isPercentage ? Math.abs(value - usual) : (Math.abs(value - usual) / usual) * 100;
  // To the last digit shown; ties may round either way.
  expect(Math.abs(amount - exact), where).toBeLessThanOrEqual((isPercentage ? 0.005 : 0.05) + 1e-9);
}

/** Checks all cards. Returns the change of the first, as written. */
function checkCards(where: string): string {
  const changes = [...place.querySelectorAll('section[aria-labelledby]')].flatMap((card) => {
    const change = textOf(card.querySelector('[data-tone]:not([title])'));
    const foot = textOf(card.querySelector(':scope > p:last-of-type'));
    const versus = /vs ([\d,.]*\d)( %)?/.exec(foot);
    const [value] = numbersIn(textOf(card.querySelector('p')));
    if (versus === null || value === undefined) return [];
    const [usual = Number.NaN] = numbersIn(versus[1] ?? '');
    checkChange(change, value, usual, versus[2] !== undefined, `${where} | ${textOf(card)}`);
    return [change];
  });
  return changes[0] ?? '';
}

/** Checks that a headline names the change of the card beside it, if any. */
function checkHeadline(card: string, where: string) {
  const headline = textOf(place.querySelector('[data-headline]'));
  const [, told] = /That is ([\d,.]+ ?%?) (?:more|less|fewer)/.exec(headline) ?? [];
  if (told !== undefined) expect(numbersIn(card), `${where} | ${headline}`).toEqual(numbersIn(told));
}

it('every change of people can be computed again from the figures beside it', async () => {
  await fc.assert(
    fc.asyncProperty(worlds, async (world) => {
      const { model, context, now } = buildInput(world);
      await draw(
        <>
          <PeopleHeadline model={model} context={context} now={now} />
          <KpiRow
            model={{ ...model, usuallyInside: { usual: null, range: null, times: null } }}
            context={context}
            now={now}
            showInside={false}
          />
        </>,
      );
      checkHeadline(checkCards(JSON.stringify(world)), JSON.stringify(world));
    }),
    { numRuns: 120 },
  );
}, 300_000);

it('the card and the headline name the same side of the range', async () => {
  const sides = new Set<string>();
  await fc.assert(
    fc.asyncProperty(worlds, fc.double({ min: 0.01, max: 0.5, noNaN: true }), async (world, width) => {
      const { model, context, now } = buildInput(world);
      const { usual, value } = model.entries;
      if (usual === null || value === null || model.unjudged !== null || model.emptiness !== null) return;
      const range = { lower: usual * (1 - width), upper: usual * (1 + width) };
      const entries = { ...model.entries, range };
      const judged = { ...model, entries, usuallyInside: { usual: null, range: null, times: null } };
      await draw(
        <>
          <PeopleHeadline model={judged} context={context} now={now} />
          <KpiRow model={judged} context={context} now={now} showInside={false} />
        </>,
      );
      const where = `${JSON.stringify(world)} ${width}`;
      const card = textOf(place.querySelector('section[aria-labelledby]'));
      const headline = textOf(place.querySelector('[data-headline]'));
      const side = /as usual|above the usual range|below the usual range/.exec(card)?.[0] ?? '';
      sides.add(side);
      const first = { 'as usual': 'As busy', 'above the usual range': 'Busier', 'below the usual range': 'Quieter' }[
        side
      ];
      expect(headline.startsWith(first ?? '?'), `${where} | ${card} | ${headline}`).toBe(true);
      // Within the range there is neither a color nor a change.
      const toned = place.querySelector('section[aria-labelledby] [data-tone="good"], [data-tone="bad"]');
      if (side === 'as usual') expect([toned, /% (more|less)/.exec(headline)], where).toEqual([null, null]);
    }),
    { numRuns: 80 },
  );
  expect(sides.size).toBe(3);
}, 300_000);

const meters: readonly ReadingSource[] = [
  { name: 'Bakery', metric: 'electricityConsumption', zone: 2, adds: true, about: 2.5 },
  { name: 'Food court', metric: 'electricityConsumption', zone: 3, adds: true, about: 4 },
  { name: 'Boiler', metric: 'heatConsumption', zone: 1, adds: true, about: 9 },
];

it('every change of meters can be, whichever of them were silent', async () => {
  const site = buildSite(meters);
  await fc.assert(
    fc.asyncProperty(sensorWorlds(meters.length), async (world) => {
      const now = getNow(world);
      const compare = { on: true, mode: world.mode };
      const state = {
        ...defaultFilters,
        timespan: { kind: 'preset', preset: world.preset },
        hours: world.hours,
        compare,
      };
      const filters = resolveFilters(state as typeof defaultFilters, site, now);
      if (filters === null) throw new Error('the gallery has a site with zones');
      const queries = buildSectionQueries('energy', site, filters, ['electricityConsumption', 'heatConsumption']);
      const serve = createFakeServer(world, meters);
      const answers = listSectionQueries(queries).map((query) => serve(query) as WidgetAnswer | null);
      const model = buildSectionModel(queries, answers, { site, filters, now });
      const timezone = site.topology.timezone;
      await draw(
        <>
          <EnergyHeadline
            {...{ model, filters, timezone, now, explains: null }}
            partName={String}
            accounts={(label) => label !== '1'}
          />
          {model.metrics.map((numbers) => (
            <MetricCard key={numbers.metric.id} {...{ numbers, model, filters, timezone, now, explains: null }} />
          ))}
          <PartTable {...{ model, site, filters, now, explains: null }} by="ZONE_ID" />
        </>,
      );
      const where = JSON.stringify(world);
      checkHeadline(checkCards(where), where);
      for (const row of place.querySelectorAll('tbody tr')) {
        const [, amount, change] = row.children;
        const [value] = numbersIn(textOf(amount));
        const written = textOf(change?.querySelector('[data-tone]'));
        const beside = /([\d,.]+) kWh$/.exec(textOf(change));
        if (value === undefined || beside === null) continue;
        checkChange(written, value, numbersIn(beside[1] ?? '')[0] ?? Number.NaN, false, `${where} | ${textOf(row)}`);
      }
    }),
    { numRuns: 80 },
  );
}, 300_000);
