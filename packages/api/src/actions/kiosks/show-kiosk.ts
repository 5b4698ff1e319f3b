import { addDays, type Clock, type Failure, type Instant, type Result, toSiteDay } from '@atrium/domain/core';
import {
  findMetric,
  getAnswerUnit,
  getDefaultAggregation,
  type MeasurementQuery,
  type Metric,
} from '@atrium/domain/numbers';
import { parseQuery } from '@atrium/domain/numbers/parsing';
import type { UsualFigure } from '@atrium/domain/pages';
import { type Answer, type AnswerQueries, findUsualFigures } from '../../numbers/index.ts';
import type { Catalogues } from '../../people/translations/index.ts';
import { Overloaded } from '../../platform/failures.ts';
import { systemScope } from '../../platform/tenancy/index.ts';
import type { Site, SiteSnapshots } from '../../sites/index.ts';
import type { KioskPage, StoredKiosk } from './kiosk.ts';

export interface ShowDependencies {
  readonly answerQueries: AnswerQueries;
  readonly sites: SiteSnapshots;
  readonly clock: Clock;
  readonly catalogues: () => Promise<Catalogues>;
}

/** A number of a page. Values are in `unit`; durations in seconds. */
export interface ShownFigure {
  readonly metric: string;
  readonly label: string;
  readonly unit: string;
  readonly decimals: number;
  readonly isDuration: boolean;
  /** The day so far, or the present value of people inside and of air. Null: not known. */
  readonly value: number | null;
  /** What is usual by now. Null: not compared. */
  readonly usual: number | null;
  /** Start of the present silence of a sensor that it needs. Null: all report. */
  readonly silentSince: Instant | null;
}

export interface ShownHour {
  readonly at: Instant;
  /** Null: not known, or yet to come. */
  readonly value: number | null;
}

export interface ShownPage {
  readonly siteName: string;
  readonly zoneName: string | null;
  /** IANA time zone. */
  readonly timezone: string;
  readonly figures: readonly ShownFigure[];
  /** Hours of the site's day, of the first metric. Empty for present values. */
  readonly hours: readonly ShownHour[];
}

export interface ShownKiosk {
  readonly kiosk: StoredKiosk;
  /** Without pages of deleted sites and zones. */
  readonly pages: readonly ShownPage[];
  /** Time of the read. */
  readonly at: Instant;
}

/** A sample is current for so long, ms. */
const currentMs = 30 * 60_000;
/** A silence that ended this recently counts as current, ms. */
const silenceGraceMs = 1000;
const hourMs = 3_600_000;

interface Asked {
  readonly site: Site;
  readonly page: KioskPage;
  /** One per metric, then one of the hours if the first metric has them. */
  readonly queries: readonly MeasurementQuery[];
}

/**
 * Returns what a kiosk shows now. It shows the same to everybody, so a system scope reads it, limited to its own pages.
 * Rejects with `Overloaded`.
 */
export async function showKiosk(
  { answerQueries, sites, clock, catalogues }: ShowDependencies,
  kiosk: StoredKiosk,
): Promise<ShownKiosk> {
  const scope = systemScope(kiosk.organizationId);
  const at = clock.now();
  const [snapshot, { languages }] = await Promise.all([sites.snapshot(scope), catalogues()]);
  const asked = kiosk.pages.flatMap((page): readonly Asked[] => {
    const site = snapshot.sites.get(page.installationId);
    if (site === undefined) return [];
    const hasZone = site.topology.zones.some(({ id, removedAt }) => id === page.zoneId && (removedAt ?? null) === null);
    return page.zoneId === null || hasZone ? [{ site, page, queries: buildQueries(site, page, at) }] : [];
  });
  const answers = await answerQueries(
    scope,
    asked.flatMap(({ queries }) => queries),
  );
  let next = 0;
  const pages = asked.map(({ site, page, queries }): ShownPage => {
    const own = answers.slice(next, next + queries.length).map(toAnswer);
    next += queries.length;
    const { topology, fields } = site;
    const zone = topology.zones.find(({ id }) => id === page.zoneId);
    return {
      siteName: fields.name,
      zoneName: zone?.name ?? null,
      timezone: topology.timezone,
      figures: page.metrics.map((id, index) => {
        const text = languages[kiosk.language]?.[`metric.${id}`];
        return toFigure(getMetric(id), own[index] ?? null, { text, currency: topology.currency, at });
      }),
      hours: toHours(own[page.metrics.length] ?? null),
    };
  });
  return { kiosk, pages, at };
}

function getMetric(id: string): Metric {
  const metric = findMetric(id);
  if (metric === undefined) throw new Error(`a kiosk shows ${id}, which is no metric`);
  return metric;
}

const isPresent = ({ id, kind }: Metric): boolean => id === 'inside' || kind === 'sample';

function buildQueries(site: Site, { installationId, zoneId, metrics }: KioskPage, at: Instant) {
  const day = toSiteDay(site.topology, at);
  const build = (id: string, more: object): MeasurementQuery => {
    const metric = getMetric(id);
    const place =
      zoneId === null
        ? { criterion: 'INSTALLATIONS', values: [String(installationId)] }
        : { criterion: 'ZONES', values: [String(zoneId)] };
    const days = { criterion: 'DATE', values: [`${day}/${addDays(day, 1)}`] };
    const parsed = parseQuery({
      metric: id,
      filters: { conditions: isPresent(metric) ? [place] : [place, days] },
      ...(isPresent(metric) ? { aggregation: 'LAST' } : { compare: 'EXPECTED' }),
      ...more,
    });
    if (!parsed.ok) throw new Error(`a kiosk's question of ${id} was refused: ${parsed.error.message}`);
    if (metric.kind !== 'sample') return parsed.value;
    return { ...parsed.value, periods: [{ kind: 'span', span: { from: at - currentMs, to: at + 1 } }] };
  };
  const [first] = metrics;
  const hasHours = first !== undefined && !isPresent(getMetric(first));
  const hours = { compare: null, groupBy: [{ type: 'DATE', granularity: hourMs / 1000 }] };
  return [...metrics.map((id) => build(id, {})), ...(hasHours ? [build(first, hours)] : [])];
}

/** A question that does not apply to the site, such as air without sensors, has no answer. */
function toAnswer(answer: Result<Answer, Failure>): Answer | null {
  if (answer.ok) return answer.value;
  if (answer.error.code === 'OVERLOADED') throw new Overloaded(answer.error.retryAfter ?? 1);
  return null;
}

interface FigureFacts {
  readonly text: unknown;
  /** ISO 4217. */
  readonly currency: string | null;
  readonly at: Instant;
}

function toFigure(metric: Metric, answer: Answer | null, { text, currency, at }: FigureFacts): ShownFigure {
  const point = answer?.data[0];
  const isKnown = point !== undefined && point.state === undefined && typeof point.value === 'number';
  const compared = (answer === null ? null : findUsualFigures(answer)?.[0]) as UsualFigure | null | undefined;
  const silences = answer?.coverage.silent.filter(({ to }) => to >= at - silenceGraceMs) ?? [];
  return {
    metric: metric.id,
    label: typeof text === 'string' ? text : metric.id,
    unit: getAnswerUnit(metric, getDefaultAggregation(metric), currency),
    decimals: metric.decimals,
    isDuration: metric.kind === 'duration',
    value: isKnown ? (point.value as number) : null,
    usual: compared?.usual ?? null,
    silentSince: silences.length === 0 ? null : Math.min(...silences.map(({ from }) => from)),
  };
}

const toHours = (answer: Answer | null): readonly ShownHour[] =>
  (answer?.data ?? []).map(({ label, value, state }) => ({
    at: Date.parse(label),
    value: state === undefined && typeof value === 'number' ? value : null,
  }));
