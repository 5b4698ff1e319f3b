import { id, type ZoneId } from '@atrium/domain/core';
import type { SiteCoverage } from '@atrium/domain/numbers';
import { I18nProvider } from '@lingui/react';
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { parseClock, site, top } from '../../../gallery/site.ts';
import { i18n, loadAuthenticatedMessages, loadMetricsMessages, setLanguage } from '../../i18n/index.ts';
import type { Numbers } from '../../numbers/answers/index.ts';
import type { SectionName } from '../site-page/tabs.tsx';
import { SiteTable } from './site-table.tsx';

vi.mock('@tanstack/react-router', () => ({
  Link: ({ children }: { readonly children: ReactNode }) => <span>{children}</span>,
}));

const place = document.createElement('div');

/** Renders the gallery's row with these values for today and usual. */
async function rowOf(
  section: SectionName,
  metric: string,
  value: number,
  usual: number,
  coverage: Omit<SiteCoverage, 'installationId'> = { ratio: 1, silentSince: null },
  isLoading = false,
): Promise<string> {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await Promise.all([loadAuthenticatedMessages(), loadMetricsMessages()]);
  await setLanguage('en');
  const line = (figure: number) => [{ label: String(top), value: figure }];
  // Another site in the same answer.
  const sites = [
    { installationId: 2, ratio: 0.1, silentSince: parseClock('2026-03-12T02:00') },
    { installationId: 1, ...coverage },
  ];
  const answer = { data: line(value), comparison: line(usual), coverage: { ratio: 0.5, silent: [], sites } };
  const numbers = (isLoading ? { state: 'loading' } : { state: 'ready', answers: [answer] }) as unknown as Numbers;
  const { topology } = site;
  const shown = {
    ...{ id: 1, name: topology.name, city: null, calendar: topology },
    topZoneIds: [id<ZoneId>(top)],
  };
  const root = createRoot(place);
  await act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <SiteTable
          {...{ section, metric, numbers }}
          sites={[shown]}
          comforts={{ state: 'loading' } as unknown as Numbers}
          now={parseClock('2026-03-12T09:16')}
        />
      </I18nProvider>,
    ),
  );
  const text = (place.querySelector('tbody tr')?.textContent ?? '').replace(/[\u00a0\u202f]/g, ' ');
  await act(async () => root.unmount());
  return text;
}

test.each([
  ['counting', 'affluenceIn', 31, 28.25, '3 more'],
  ['counting', 'affluenceIn', 300, 200, '+50.0 %'],
  ['energy', 'electricityConsumption', 10.8, 9.6, '+12.5 %'],
] as const)('a list of %s tells %s of %d against %d as %s', async (section, metric, value, usual, expected) => {
  const row = await rowOf(section, metric, value, usual);
  expect(row).toContain(expected);
  expect(row.includes('%')).toBe(expected.endsWith('%'));
});

test('each site shows until when it was counted, and its own coverage', async () => {
  const gone = { ratio: 0.6, silentSince: parseClock('2026-03-12T08:30') };
  for (const section of ['counting', 'energy', 'atmosphere'] as const) {
    const metric = { counting: 'affluenceIn', energy: 'electricityConsumption', atmosphere: 'co2' }[section];
    expect(await rowOf(section, metric, 300, 200, gone)).toMatch(/300.*until 08:30 · 60.0 % of the time counted/);
    const half = await rowOf(section, metric, 300, 200, { ratio: 0.8, silentSince: null });
    expect(half).not.toContain('until 0');
    expect(half).toContain('80.0 % of the time counted');
    expect(await rowOf(section, metric, 300, 200)).not.toContain('of the time counted');
  }
});

test('a loading figure shows no dash, which would mean missing', async () => {
  for (const [section, metric] of [
    ['counting', 'affluenceIn'],
    ['atmosphere', 'co2'],
  ] as const) {
    expect(await rowOf(section, metric, 300, 200, undefined, true)).not.toContain('–');
    expect(await rowOf(section, metric, 300, 200)).toContain('300');
  }
});

test('of a long list, rows far from the window have their names alone', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const observed = new Set<Element>();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe = (row: Element) => observed.add(row);
      unobserve = (row: Element) => observed.delete(row);
    },
  );
  await Promise.all([loadAuthenticatedMessages(), loadMetricsMessages()]);
  await setLanguage('en');
  const sites = Array.from({ length: 400 }, (_, index) => ({
    ...{ id: index + 1, name: `Shop ${index + 1}`, city: 'Lyon', calendar: site.topology },
    topZoneIds: [id<ZoneId>(index + 1)],
  }));
  const data = sites.map((each) => ({ label: String(each.id), value: each.id }));
  const answer = { data, comparison: data, coverage: { ratio: 1, silent: [], sites: [] } };
  const root = createRoot(place);
  await act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <SiteTable
          {...{ section: 'counting', metric: 'affluenceIn', sites }}
          numbers={{ state: 'ready', answers: [answer] } as unknown as Numbers}
          comforts={{ state: 'loading' } as unknown as Numbers}
          now={parseClock('2026-03-12T09:16')}
        />
      </I18nProvider>,
    ),
  );
  // What observes the rows loads later, and needs the stub above.
  await act(() => vi.dynamicImportSettled());
  expect(observed.size).toBe(400);
  const rows = [...place.querySelectorAll('tbody tr')];
  expect(rows.length).toBe(400);
  expect(rows[0]?.textContent).toContain('Lyon');
  expect(rows[399]?.textContent).toBe('Shop 400');
  // One row, cell and link per site, besides the first ones.
  expect(place.querySelectorAll('*').length).toBeLessThan(2_000);
  await act(async () => root.unmount());
});
