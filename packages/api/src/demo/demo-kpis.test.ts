import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Granularity, LocalDate, ZoneId } from '@atrium/domain/core';
import { defaultTimespan, parseGlobalFilter, rangesOf, type Timespan, type Widget } from '@atrium/domain/dashboards';
import {
  filtersOfWidget,
  noChoice,
  type PageFilters,
  planWidget,
  readStored,
  siteOfWidget,
} from '@atrium/domain/dashboards/widgets';
import { isTimespanPreset, type LabelledValue, parseQuery, type RawQuery } from '@atrium/domain/measurements';
import type { Topology } from '@atrium/domain/sites';
import { graphql } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Scope, systemScope } from '../access/index.ts';
import { type Answered, foldOne, foldRatio } from '../measurements/testing/oracle/folds.oracle.ts';
import * as measure from '../measurements/testing/oracle/measures.oracle.ts';
import { momentsOf } from '../measurements/testing/oracle/moments.oracle.ts';
import * as presence from '../measurements/testing/oracle/presence.oracle.ts';
import { sampled } from '../measurements/testing/oracle/sensors.oracle.ts';
import { type Part, World } from '../measurements/testing/oracle/world.oracle.ts';
import { foldPlainly } from '../measurements/testing/plain-fold.oracle.ts';
import type { TestReading } from '../measurements/testing/readings.ts';
import { useTestStores } from '../platform/testing/test-stores.ts';
import { receiptsStore } from '../sales/index.ts';
import { buildSchemas } from '../schema.ts';
import type { Services } from '../services.ts';
import { testServices } from '../testing/test-services.ts';
import { seedDemo } from './seed-demo.ts';

const stores = useTestStores();
/** A Friday afternoon in Europe: the sites there are open, and the day is not over. */
const now = Date.parse('2026-03-06T13:30:00Z');
/** As many as the longest page with figures looks back on, and one for what was inside before. */
const historyDays = 9;

let folder: string;
let services: Services;
let scope: Scope;
let sites: readonly Topology[];
let worlds: ReadonlyMap<number, World>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-demo-kpis-'));
  services = testServices({ db: stores.relational.db, analytics: stores.analytics }, { now: () => now });
  const { provisioning, access, files, sites: directory, rollups } = services;
  const stateFile = join(folder, 'demo.json');
  await seedDemo({
    provisioning,
    analytics: stores.analytics,
    access,
    sites: directory,
    files,
    stateFile,
    rollups,
    sales: receiptsStore(stores.relational.db),
    historyDays,
  });
  const { rows } = await stores.relational.pool.query("select id from organizations where name = 'Lumen Retail'");
  scope = systemScope(rows[0].id);
  sites = await directory.topologies(scope);
  worlds = new Map(await Promise.all(sites.map(async (site) => [site.installationId, await worldOf(site)] as const)));
}, 240_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Everything that was ever sent, as it was sent. */
async function worldOf(site: Topology): Promise<World> {
  const readings = await stores.analytics.query<TestReading>({
    sql: `SELECT metric, device, at, descriptors, visitor, value, weight, interval FROM readings
      WHERE organization = {organization:UInt32} AND installation = {installation:UInt32} ORDER BY version`,
    params: { organization: site.organizationId, installation: site.installationId },
  });
  // Their history is in quarters of an hour, however finely the sensors report from now on.
  const devices = site.devices.map((device) => ({ ...device, interval: 900 }));
  return new World({ ...site, devices }, readings);
}

test('every figure on the pages of the demo is what its readings say one by one', async () => {
  const figures = await figuresOfPages();
  // A page that lost its figures would be right about all of them.
  expect(figures.map(({ title }) => title)).toEqual(
    expect.arrayContaining([
      'How the sites did: affluenceIn',
      'How the sites did: captureRate',
      'How the sites did: occupancy',
      'Inside now: inside',
      'Arcades du Lac, how full: occupancy',
      'Temperature and humidity: temperature',
    ]),
  );
  const queries = figures.map(({ query }) => {
    const parsed = parseQuery(query);
    if (!parsed.ok) throw new Error(`${JSON.stringify(query)}: ${parsed.error.message}`);
    return parsed.value;
  });
  const answers = await services.schema.measurements.answerQueries(scope, queries);
  const found = figures.map(({ title }, index) => {
    const answer = answers[index];
    if (answer === undefined || !answer.ok) throw new Error(`${title}: ${JSON.stringify(answer)}`);
    const [total] = answer.value.data as readonly LabelledValue[];
    return written(title, total?.value);
  });
  expect(found).toEqual(figures.map(({ title, query }) => written(title, plainly(query).value)));
  expect(found.filter((text) => text.endsWith('null'))).toEqual([]);
}, 240_000);

const written = (title: string, value: unknown) =>
  `${title} ${typeof value === 'number' ? Number(value.toPrecision(9)) : null}`;

interface Figure {
  readonly title: string;
  readonly query: RawQuery;
}

/** What the widgets with one number each ask, under the filters their pages start with. */
async function figuresOfPages(): Promise<readonly Figure[]> {
  const source = `{ allDashboardsV2 { installationId pages { widgets { definition } widgetGlobalFilters {
    type datePreset zoneIds } } } }`;
  const answer = await graphql({
    schema: buildSchemas(services.schema).main,
    source,
    contextValue: { scope },
  });
  if (answer.errors) throw answer.errors[0];
  // biome-ignore lint/suspicious/noExplicitAny: answers are read as they come
  const dashboards = (answer.data as any).allDashboardsV2 as readonly any[];
  return dashboards.flatMap(({ installationId, pages }) =>
    // biome-ignore lint/suspicious/noExplicitAny: as above
    pages.flatMap(({ widgets, widgetGlobalFilters }: any) => {
      const filters = filtersOfPage(widgetGlobalFilters, installationId);
      return widgets.flatMap(({ definition }: { definition: unknown }) => figuresOf(definition, filters));
    }),
  );
}

function figuresOf(definition: unknown, filters: PageFilters): readonly Figure[] {
  const read = readStored(definition);
  if (read.kind === 'placeholder') throw new Error(JSON.stringify(read));
  const { widget } = read;
  if (widget.type !== 'kpis' && widget.type !== 'circleChart') return [];
  const page = { sites, filters, now, choice: noChoice };
  const site = siteOfWidget(widget as Widget, page);
  const context = { ...page, filters: filtersOfWidget(widget, filters, noChoice, { site, now }) };
  const plan = planWidget(widget, context);
  if (plan.kind !== 'shown') throw new Error(`${widget.title} is ${plan.kind}`);
  return plan.queries
    .filter(({ role }) => role === 'data')
    .map(({ query }) => ({ title: `${widget.title}: ${query.metric}`, query }));
}

function filtersOfPage(raw: readonly object[], installationId: number | null): PageFilters {
  const filters = raw.flatMap((each) => {
    const read = parseGlobalFilter(Object.fromEntries(Object.entries(each).filter(([, value]) => value !== null)));
    return read.ok ? [read.value] : [];
  });
  const zoneIds = filters.find(({ type }) => type === 'zone')?.zoneIds as readonly ZoneId[] | undefined;
  const own = sites.find((site) => site.installationId === installationId);
  const first = sites.find(({ zones }) => zones.some(({ id }) => id === zoneIds?.[0]));
  const site = (own ?? first ?? sites[0]) as Topology;
  const preset = filters.find(({ type }) => type === 'date')?.datePreset;
  const timespan: Timespan =
    preset !== undefined && isTimespanPreset(preset) ? { kind: 'preset', preset } : defaultTimespan(site, now);
  return {
    ranges: rangesOf(timespan, site, now),
    hours: null,
    weekdays: null,
    offeredZoneIds: zoneIds ?? null,
    zoneId: null,
    genders: null,
    engagements: null,
    tags: [],
    compare: 'USUAL',
  };
}

/** The same number by looking at every reading of every site. */
function plainly(query: RawQuery): Answered {
  const valuesOf = (name: string) =>
    query.filters?.conditions.find(({ criterion }) => criterion === name)?.values ?? [];
  const [zoneIds, deviceIds] = [valuesOf('ZONES').map(Number), valuesOf('DEVICES').map(Number)];
  const periods = valuesOf('DATE').map((range) => range.split('/') as unknown as readonly [LocalDate, LocalDate]);
  const asked = sites.flatMap((site) => {
    const zones = site.zones.map(({ id }): number => id).filter((id) => zoneIds.length === 0 || zoneIds.includes(id));
    const devices = site.devices.map(({ id }): number => id).filter((id) => deviceIds.includes(id));
    const isAsked = deviceIds.length > 0 ? devices.length > 0 : zones.length > 0;
    const part: Part = { zones, passages: null, devices: deviceIds.length > 0 ? devices : null };
    return isAsked ? [{ site, part }] : [];
  });
  const of = (one: measure.Measure) =>
    asked.map(({ site, part }) => {
      const all = momentsOf(site, { periods, weekdays: null, hours: null }, query.granularity as Granularity);
      // What lies ahead is no silence.
      const moments = all
        .filter(({ from }) => from < now)
        .map((moment) => ({ ...moment, minutes: moment.minutes.filter((at) => at < now) }));
      const measured = one(worlds.get(site.installationId) as World, part, moments, {}, moments);
      return measured.map((found, index) => ({ ...found, from: moments[index]?.from ?? 0 }));
    });
  const fold = query.aggregation ?? 'AVERAGE';
  switch (query.metric) {
    case 'affluenceIn':
      return foldOne(of(measure.flow('in')).flat(), 'SUM');
    case 'captureRate':
      return foldRatio(of(measure.flow('in')).flat(), of(measure.passersBy).flat(), 100, fold);
    case 'inside':
      return foldOne(bySites(of(presence.inside), fold), fold);
    case 'occupancy': {
      const inside = of(presence.inside);
      const people = bySites(inside, fold);
      // A mean over time: an hour of which half is over weighs half.
      const isMean = fold === 'AVERAGE';
      const weighed = people.map((one) => ({
        ...one,
        known: one.known && { sum: one.known.sum * (isMean ? one.minutes : 1) },
      }));
      // How many may be there is known at all hours of a site's day, also while the site says nothing.
      const limits = people.map((one) => {
        const open = asked.filter((_, place) => inside[place]?.some(({ from }) => from === one.from));
        const limit = open.reduce((sum, { site, part }) => sum + limitOf(site, part), 0);
        return { ...one, known: { sum: limit * (isMean ? one.minutes : 1) } };
      });
      return foldRatio(weighed, limits, 100, fold);
    }
    default:
      return foldOne(of(sampled(query.metric)).flat(), fold);
  }
}

type Measured = ReturnType<measure.Measure>[number] & { readonly from: number };

/**
 * Of each interval the people of all sites that say something; days begin at another hour in each. The extremes of
 * several sites add up within an interval: nobody keeps at which of its minutes each was reached.
 */
function bySites(bySite: readonly (readonly Measured[])[], fold: string) {
  const intervals = [...Map.groupBy(bySite.flat(), ({ from }) => from).values()];
  return intervals
    .map((sites) => {
      const lists = sites.flatMap(({ known }) => (known !== null && 'values' in known ? [known.values] : []));
      const sums = lists.flatMap((values) => foldPlainly(values, fold) ?? []);
      const known = sums.length === 0 ? null : { sum: sums.reduce((sum, value) => sum + value, 0) };
      return { ...(sites[0] as Measured), known, minutes: Math.max(0, ...lists.map(({ length }) => length)) };
    })
    .sort((one, other) => one.from - other.from);
}

const limitOf = ({ zones }: Topology, part: Part) =>
  zones.filter(({ id }) => part.zones.includes(id)).reduce((sum, { limit }) => sum + (limit ?? 0), 0);
