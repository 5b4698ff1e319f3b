import { ok, type Span } from '@atrium/domain/core';
import { airSamples, emptyQuery, findMetric, type MeasurementQuery, type RawQuery } from '@atrium/domain/numbers';
import { estimateQueryCost } from '../../numbers/index.ts';
import { listTopZoneViews, type Site } from '../../sites/index.ts';
import type { RestDependencies, RestRoute } from './route.ts';
import { text } from './schema.ts';

/** A family of the exposition: a metric of zones, and whether it is the day's total so far. */
interface Family {
  readonly name: string;
  readonly metric: string;
  readonly help: string;
  readonly value: 'today' | 'last';
}

const families: readonly Family[] = [
  { name: 'atrium_entries_today', metric: 'affluenceIn', help: "Entries since the site's day began", value: 'today' },
  { name: 'atrium_exits_today', metric: 'affluenceOut', help: "Exits since the site's day began", value: 'today' },
  { name: 'atrium_people_inside', metric: 'inside', help: 'People inside now', value: 'last' },
  ...airSamples.map(({ id, unit }) => ({
    name: `atrium_${id}`,
    metric: id,
    help: `Last ${id}, in ${unit}`,
    value: 'last' as const,
  })),
  {
    name: 'atrium_electricity_kwh_today',
    metric: 'electricityConsumption',
    help: "Electricity used since the site's day began, in kWh",
    value: 'today',
  },
];

/** A sample is current for so long, ms. */
const currentMs = 30 * 60_000;

/** Current values of top zones, for Prometheus and Home Assistant. */
export function listCurrentValueResources({
  sites,
  clock,
  answerQueries,
}: Pick<RestDependencies, 'sites' | 'clock' | 'answerQueries'>): readonly RestRoute[] {
  return [
    {
      method: 'GET',
      path: '/sites/metrics',
      id: 'exposeCurrentValues',
      tag: 'Measurements',
      summary: 'Returns the current values of the top zones of all sites, in the text format of Prometheus.',
      description: 'A value that is not known is left out, never 0. Ask once a minute at most.',
      scope: 'measurements:read',
      answer: text,
      contentType: 'text/plain; version=0.0.4; charset=utf-8',
      cost: (_inputs, sizes) => families.length * estimateQueryCost(costliest, sizes),
      async handle(_inputs, { token, signal }) {
        const now = clock.now();
        const all = [...(await sites.snapshot(token.scope)).sites.values()];
        const zones = all.flatMap(listLabelledZones);
        if (zones.length === 0) return ok(families.map((family) => writeFamily(family, zones, new Map())).join(''));
        const places = { installations: all.map(({ id }) => id), zones: zones.map(({ id }) => id) };
        const answers = await answerQueries(
          token.scope,
          families.map((family) => buildQuery(family, places, now)),
          signal,
        );
        const texts: string[] = [];
        for (const [index, family] of families.entries()) {
          const answer = answers[index];
          if (answer?.ok === false && answer.error.code === 'OVERLOADED') return answer;
          const rows = answer?.ok ? answer.value.data : [];
          const byZone = new Map(
            rows.flatMap(({ label, value }) => (typeof value === 'number' ? [[label, value]] : [])),
          );
          texts.push(writeFamily(family, zones, byZone));
        }
        return ok(texts.join(''));
      },
    },
  ];
}

const costliest: RawQuery = { metric: 'affluenceIn', groupBy: [{ type: 'ZONE_ID' }] };

function buildQuery(
  { metric, value }: Family,
  { installations, zones }: Record<'installations' | 'zones', readonly number[]>,
  now: number,
): MeasurementQuery {
  const span: Span = { from: now - currentMs, to: now + 1 };
  const isSample = findMetric(metric)?.kind === 'sample';
  return {
    ...emptyQuery,
    metric,
    aggregation: value === 'last' ? 'LAST' : 'SUM',
    periods: isSample ? [{ kind: 'span', span }] : [],
    groupBy: [{ type: 'ZONE_ID', granularity: null, period: null, ids: null }],
    installations: { exclude: false, ids: installations },
    zones: { exclude: false, ids: zones },
  };
}

interface LabelledZone {
  readonly id: number;
  readonly labels: string;
}

const listLabelledZones = (site: Site): readonly LabelledZone[] =>
  listTopZoneViews(site)
    .filter(({ zone }) => !site.disabledZones.has(zone.id))
    .map(({ zone: { id, name } }) => ({
      id,
      labels: writeLabels({ site_id: `${site.id}`, site: site.fields.name, zone_id: `${id}`, zone: name }),
    }));

const writeLabels = (labels: Readonly<Record<string, string>>): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${value.replace(/[\\"\n]/g, (sign) => (sign === '\n' ? '\\n' : `\\${sign}`))}"`)
    .join(',');

function writeFamily(
  { name, help }: Family,
  zones: readonly LabelledZone[],
  values: ReadonlyMap<string, number>,
): string {
  const lines = zones.flatMap(({ id, labels }) => {
    const value = values.get(`${id}`);
    return value === undefined ? [] : [`${name}{${labels}} ${value}`];
  });
  return [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, ...lines, ''].join('\n');
}
