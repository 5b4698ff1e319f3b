import { aSite, aZone, aZoneWithin } from '@atrium/testkit/sites';
import { describe, expect, it } from 'vitest';
import type { InstallationId, LocalDate, ZoneId } from '../../../core/index.ts';
import type { Widget } from '../../definitions/index.ts';
import { isClosedThroughout } from '../numbers/emptiness.ts';
import { noChoice, type WidgetContext } from '../widget-spec.ts';
import { filterOutermostParts, findWidgetSite, listWidgetSites, listWidgetZones } from './places.ts';

// A site with two floors, the second with a room, and another site.
const site = aSite(1, { zones: [aZone(1), aZoneWithin(2, [1]), aZoneWithin(3, [1]), aZoneWithin(4, [3])] });
const other = { ...aSite(1, { zones: [aZone(9)] }), installationId: 77 as InstallationId };
const zones = (...ids: number[]) => ids as unknown as readonly ZoneId[];

function contextOf(chosen: number | null, offered: readonly ZoneId[] | null = zones(1)): WidgetContext {
  const filters = {
    ranges: [{ from: '2026-11-20', to: '2026-11-21' }],
    hours: null,
    weekdays: null,
    offeredZoneIds: offered,
    zoneId: chosen as ZoneId | null,
    genders: null,
    engagements: null,
    tags: [],
    compare: null,
  } as const;
  return { sites: [site, other], filters, now: Date.parse('2026-11-20T12:00:00Z'), choice: noChoice };
}
const widgetOf = (part: Partial<Widget>) =>
  ({ id: 1, type: 'zones', title: '', order: 0, version: 1, ...part }) as unknown as Widget;

describe('the zones of a widget under the zone chosen on its page (D09)', () => {
  it.each<[name: string, own: readonly number[], chosen: number | null, shown: readonly number[]]>([
    ['its own while none is chosen', [2, 3], null, [2, 3]],
    ['of its own those inside the chosen one', [2, 4], 3, [4]],
    ['its own zone when that is chosen', [3], 3, [3]],
    ['the chosen one where it lies inside its own', [1], 4, [4]],
    ['never both a zone and one around it', [1, 4], 3, [4]],
    ['nothing beside the chosen one', [2], 4, []],
    ['nothing of another site', [9], 4, []],
    ['the chosen one where it has none of its own', [], 4, [4]],
    ['the page’s where neither says one', [], null, [1]],
  ])('are %s', (_name, own, chosen, shown) => {
    expect(listWidgetZones(widgetOf({ zoneIds: zones(...own) as never }), contextOf(chosen))).toEqual(shown);
  });

  it('stay its own where it ignores the page’s zone, and where the page offers none', () => {
    const widget = widgetOf({ zoneIds: zones(1) as never });
    expect(listWidgetZones({ ...widget, ignoredFilters: ['zone'] }, contextOf(4))).toEqual([1]);
    expect(listWidgetZones(widget, contextOf(4, null))).toEqual([1]);
  });
});

it('a widget that names a site is about all of its outermost zones', () => {
  const mall = {
    ...aSite(1, { zones: [aZone(5), aZone(6), aZoneWithin(7, [6])] }),
    installationId: 78 as InstallationId,
  };
  const context = { ...contextOf(null), sites: [site, mall] };
  expect(listWidgetZones(widgetOf({ configuration: { installationId: 78 } as never }), context)).toEqual([5, 6]);
});

describe('the site of a widget', () => {
  it.each<[name: string, part: Partial<Widget>, chosen: number | null, site: typeof site]>([
    ['that of its zones', { zoneIds: zones(9) as never }, null, other],
    ['still that of its zones when none of them is left', { zoneIds: zones(9) as never }, 4, other],
    ['the one it names, whatever zone is chosen', { configuration: { installationId: 77 } as never }, 4, other],
    ['the first where nothing says one', {}, null, site],
  ])('is %s', (_name, part, chosen, expected) => {
    expect(findWidgetSite(widgetOf(part), contextOf(chosen, zones()))?.installationId).toBe(expected.installationId);
  });
});

describe('a widget about several sites', () => {
  const context = (closed: readonly InstallationId[]): WidgetContext => {
    const { sites, ...rest } = contextOf(null, null);
    const shut = (each: (typeof sites)[number]) =>
      closed.includes(each.installationId) ? { ...each, closedDates: ['2026-11-20' as LocalDate] } : each;
    return { ...rest, sites: sites.map(shut) };
  };
  const both = widgetOf({ zoneIds: zones(2, 3, 9) as never });

  it('is about each of them once', () => {
    expect(listWidgetSites(both, context([]))).toEqual([site, other]);
    expect(listWidgetSites(widgetOf({}), context([]))).toEqual([site]);
  });

  it.each([
    ['one of them', [site.installationId], false],
    ['all of them', [site.installationId, other.installationId], true],
  ])('is closed only where it says so of all: %s', (_, closed, expected) => {
    expect(isClosedThroughout(both, context(closed))).toBe(expected);
  });
});

describe('zones that lie in one another', () => {
  const series = [1, 2, 4, 9].map((zoneId) => ({ groups: [{ type: 'ZONE', label: `${zoneId}`, zoneId }] }));
  const shown = (part: object) =>
    filterOutermostParts(widgetOf(part), series as never, contextOf(null)).map(({ groups }) => groups[0]?.zoneId);

  it('are not added up twice', () => {
    expect(shown({ type: 'pieChart' })).toEqual([1, 9]);
    expect(shown({ type: 'columnChart', configuration: { stacked: true } })).toEqual([1, 9]);
  });

  it('stand side by side where nothing is added up', () => {
    expect(shown({ type: 'columnChart' })).toEqual([1, 2, 4, 9]);
  });
});
