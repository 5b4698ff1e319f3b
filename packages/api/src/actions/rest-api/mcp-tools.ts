import { addDays, err, type Failure, failure, type LocalDate, ok, type Result, toSiteDay } from '@atrium/domain/core';
import { findMetric, type RawQuery, toDayRange } from '@atrium/domain/numbers';
import { parseQuery } from '@atrium/domain/numbers/parsing';
import { defaultFilters, encodeFilters, listFamilies } from '@atrium/domain/pages';
import type { TokenScope } from '@atrium/domain/people/access';
import { type Answer, answerRawQuery, estimateQueryCost, type FindSourceReadings } from '../../numbers/index.ts';
import type { Links } from '../../people/notifications/index.ts';
import type { Sizes } from '../../platform/graphql/cost/declared-cost.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import { listZoneViews, type Site } from '../../sites/index.ts';
import { readOpenAlerts } from '../alerts/index.ts';
import { toFiringJson } from './alert-resources.ts';
import { toMeasurementJson } from './measurement-resources.ts';
import type { RestCaller, RestDependencies } from './route.ts';
import { described, idParameter, listOf, objectOf, refTo, type Schema, text } from './schema.ts';
import { toSiteJson } from './site-resources.ts';

export interface McpDependencies extends RestDependencies {
  readonly links: Links;
  readonly sourceReadings: FindSourceReadings;
}

/** A tool of the Model Context Protocol. It only reads. */
export interface McpTool {
  readonly name: string;
  readonly description: string;
  readonly scope: TokenScope;
  readonly input: Schema;
  /** Returns the cost in units of about 1 µs of CPU. */
  readonly cost: (input: never, sizes: Sizes) => number;
  readonly handle: (input: never, caller: RestCaller) => Promise<Result<object, Failure>>;
}

const lookupCost = 1000;
const alertsCost = 20_000;
const maxFound = 50;

const day: Schema = { ...text, pattern: '^\\d{4}-\\d\\d-\\d\\d$' };
const period = {
  from: described(day, "First day, a site's own day. Default: today."),
  to: described(day, 'Last day, included. Default: `from`.'),
};
const ofSite = { siteId: described(idParameter, 'From find_sites.') };
const metricInput = described(
  text,
  'Id of a metric, such as affluenceIn (entries), inside, co2, electricityConsumption.',
);

interface Period {
  readonly from?: string;
  readonly to?: string;
}
interface SiteInput extends Period {
  readonly siteId: number;
  readonly metric: string;
}

/** Lists the tools. Answers have units, coverage, and a link to the page with the same numbers. */
export function listMcpTools(deps: McpDependencies): readonly McpTool[] {
  return [...listSiteTools(deps), ...listQueryTools(deps), ...listSiteNumberTools(deps)];
}

function listSiteTools({ db, sites, links }: McpDependencies): readonly McpTool[] {
  return [
    {
      name: 'find_sites',
      description: 'Finds sites by a part of their name, city or country. Without text, lists the first 50.',
      scope: 'sites:read',
      input: objectOf({ text }, ['text']),
      cost: () => lookupCost,
      async handle({ text: wanted = '' }: { readonly text?: string }, { token }: RestCaller) {
        const all = [...(await sites.snapshot(token.scope)).sites.values()];
        const words = wanted.trim().toLowerCase();
        const found = all.filter(({ fields: { name, city, country } }) =>
          [name, city ?? '', country ?? ''].some((part) => part.toLowerCase().includes(words)),
        );
        const shown = found.slice(0, maxFound).map((site) => ({
          id: site.id,
          name: site.fields.name,
          city: site.fields.city,
          country: site.fields.country,
          url: toPageUrl(links, site),
        }));
        return ok({ sites: shown, count: found.length });
      },
    },
    {
      name: 'describe_site',
      description: 'Describes a site: its fields, zones, sensors and kinds of numbers.',
      scope: 'sites:read',
      input: objectOf(ofSite),
      cost: () => lookupCost,
      async handle({ siteId }: SiteInput, { token }: RestCaller) {
        const site = await findSite(sites, token.scope, siteId);
        if (!site.ok) return site;
        const zones = listZoneViews(site.value).map(({ zone: { id, name, parentIds } }) => ({ id, name, parentIds }));
        const { devices } = site.value.topology;
        const kinds = Map.groupBy(devices, ({ kind }) => kind);
        return ok({
          ...toSiteJson(site.value),
          zones,
          sensors: Object.fromEntries([...kinds].map(([kind, list]) => [kind, list.length])),
          url: toPageUrl(links, site.value),
        });
      },
    },
    {
      name: 'open_alerts',
      description: 'Lists the alerts that fire now, most severe first, then newest.',
      scope: 'alerts:read',
      input: objectOf({}),
      cost: () => alertsCost,
      async handle(_input, { token }: RestCaller) {
        const open = await readOpenAlerts({ db, sites }, token.scope, null);
        return ok({
          alerts: open.map((entry) => ({
            ...toFiringJson(entry),
            alert: entry.alertName,
            zone: entry.zoneName,
            units: Object.fromEntries(entry.metrics.map(({ type }) => [type, findMetric(type)?.unit ?? null])),
            url: links.to(`/alerts/log/${entry.id}`),
          })),
        });
      },
    },
  ];
}

/** Returns functions that answer questions of a caller. */
function createAsk({ sites, links, clock, answerQueries }: McpDependencies) {
  const answer = (raw: RawQuery, { token, signal }: RestCaller) =>
    answerRawQuery(raw, async (query) => {
      const [only] = await answerQueries(token.scope, [query], signal);
      return only as Result<Answer, Failure>;
    });

  /** Answers a question about one site and a period, with its page. */
  async function askOfSite(input: SiteInput, caller: RestCaller, more: Partial<RawQuery> = {}) {
    const site = await findSite(sites, caller.token.scope, input.siteId);
    if (!site.ok) return site;
    const days = readPeriod(input, toSiteDay(site.value.topology, clock.now()));
    if (!days.ok) return days;
    const raw = { ...buildQuery(input.metric, days.value, [input.siteId]), ...more };
    const answered = await answer(raw, caller);
    const url = toPageUrl(links, site.value, { ...days.value, metric: input.metric });
    return answered.ok ? ok({ raw, answer: answered.value, days: days.value, url }) : answered;
  }

  return { answer, askOfSite };
}

const costOf = (raw: RawQuery, sizes: Sizes) => lookupCost + estimateQueryCost(raw, sizes);

function listQueryTools(deps: McpDependencies): readonly McpTool[] {
  const { links } = deps;
  const { answer } = createAsk(deps);
  return [
    {
      name: 'query_measurements',
      description:
        'Answers any query of measurements, as POST /api/v1/measurements/query does. A value that is not known is null, never 0.',
      scope: 'measurements:read',
      input: refTo('MeasurementQuery'),
      cost: (input, sizes) => costOf(input, sizes),
      async handle(raw: RawQuery, caller: RestCaller) {
        const answered = await answer(raw, caller);
        return answered.ok ? ok({ ...toMeasurementJson(answered.value), url: links.to('/') }) : answered;
      },
    },
    {
      name: 'compare_sites',
      description: 'Compares a number of several sites, or of all, over the same days.',
      scope: 'measurements:read',
      input: objectOf({ metric: metricInput, siteIds: { ...listOf(idParameter), maxItems: 500 }, from: day, to: day }, [
        'siteIds',
      ]),
      cost: ({ metric }: SiteInput, sizes) =>
        costOf({ ...buildQuery(metric, null, []), groupBy: [{ type: 'INSTALLATION' }] }, sizes),
      async handle(
        input: {
          readonly metric: string;
          readonly siteIds?: readonly number[];
          readonly from: string;
          readonly to: string;
        },
        caller: RestCaller,
      ) {
        const days = readPeriod(input, input.from as LocalDate);
        if (!days.ok) return days;
        const raw = buildQuery(input.metric, days.value, input.siteIds ?? []);
        const answered = await answer({ ...raw, groupBy: [{ type: 'INSTALLATION' }] }, caller);
        return answered.ok ? ok({ ...days.value, ...toMeasurementJson(answered.value), url: links.to('/') }) : answered;
      },
    },
  ];
}

function listSiteNumberTools(deps: McpDependencies): readonly McpTool[] {
  const { askOfSite } = createAsk(deps);
  return [
    {
      name: 'is_this_normal',
      description: 'Compares a number of a site with what is usual for such days: its usual value, range and change.',
      scope: 'measurements:read',
      input: objectOf({ ...ofSite, metric: metricInput, ...period }, ['from', 'to']),
      cost: (input: SiteInput, sizes) => costOf({ ...buildQuery(input.metric, null, []), compare: 'EXPECTED' }, sizes),
      async handle(input: SiteInput, caller: RestCaller) {
        const asked = await askOfSite(input, caller, { compare: 'EXPECTED' });
        if (!asked.ok) return asked;
        return ok({ ...asked.value.days, ...toMeasurementJson(asked.value.answer), url: asked.value.url });
      },
    },
    {
      name: 'explain_number',
      description: 'Returns what a number of a site is made of: its sensors with their readings, gaps and corrections.',
      scope: 'measurements:read',
      input: objectOf({ ...ofSite, metric: metricInput, ...period }, ['from', 'to']),
      cost: (input: SiteInput, sizes) => 2 * costOf(buildQuery(input.metric, null, []), sizes),
      async handle(input: SiteInput, caller: RestCaller) {
        const asked = await askOfSite(input, caller);
        if (!asked.ok) return asked;
        const query = parseQuery(asked.value.raw);
        if (!query.ok) return query;
        const found = await deps.sourceReadings(caller.token.scope, query.value, 1, caller.signal);
        if (!found.ok) return found;
        const { sources, corrections, count } = found.value;
        return ok({
          ...asked.value.days,
          ...toMeasurementJson(asked.value.answer),
          readings: count,
          sources: sources.map(({ device, passage, metric, subtracts, readings, sum, gaps, resets }) => ({
            device,
            passage,
            metric,
            subtracts,
            readings,
            sum,
            gaps,
            resets,
          })),
          takenOut: corrections.map(({ device, from, to, reason }) => ({
            device,
            from: new Date(from).toISOString(),
            to: new Date(to).toISOString(),
            reason,
          })),
          url: asked.value.url,
        });
      },
    },
  ];
}

async function findSite(
  sites: RestDependencies['sites'],
  scope: Scope,
  siteId: number,
): Promise<Result<Site, Failure>> {
  const site = (await sites.snapshot(scope)).sites.get(siteId as Site['id']);
  return site === undefined ? err(failure('NOT_FOUND', 'No such site', 'siteId')) : ok(site);
}

interface Days {
  readonly from: LocalDate;
  /** Included. */
  readonly to: LocalDate;
}

function readPeriod({ from, to }: Period, today: LocalDate): Result<Days, Failure> {
  const first = (from ?? today) as LocalDate;
  const last = (to ?? first) as LocalDate;
  return last < first ? err(failure('BAD_INPUT', 'to is a day before from', 'to')) : ok({ from: first, to: last });
}

/** Null: for an estimate of the cost, which depends on no days. */
function buildQuery(metric: string, days: Days | null, siteIds: readonly number[]): RawQuery {
  const conditions = [
    ...(days === null ? [] : [{ criterion: 'DATE', values: [`${days.from}/${addDays(days.to, 1)}`] }]),
    ...(siteIds.length === 0 ? [] : [{ criterion: 'INSTALLATIONS', values: siteIds.map(String) }]),
  ];
  return { metric, filters: { conditions } };
}

const sections = ['counting', 'atmosphere', 'energy'] as const;

/** Returns the page of a site that shows a metric, or its first page. */
function toPageUrl(links: Links, site: Site, about?: Days & { readonly metric: string }): string {
  const metrics = about === undefined ? site.events.flatMap((event) => event.metrics) : [about.metric];
  const families = listFamilies(metrics);
  const section = sections.find((one) => families.has(one)) ?? 'counting';
  if (about === undefined) return links.to(`/${section}/${site.id}`);
  const ranges = [toDayRange(about.from, about.to)];
  const search = encodeFilters({ ...defaultFilters, timespan: { kind: 'custom', ranges } });
  const query = Object.entries(search).map(([key, value]) => [key, JSON.stringify(value)]);
  return links.to(`/${section}/${site.id}`, Object.fromEntries(query));
}
