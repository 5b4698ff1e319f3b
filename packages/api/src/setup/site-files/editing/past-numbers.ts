import { type Clock, type LocalDate, startOfSiteDay, toSiteDay, type ZoneId } from '@atrium/domain/core';
import { emptyQuery, type LabelledValue, type MeasurementQuery } from '@atrium/domain/numbers';
import { findPastChange, type SiteDeclaration } from '@atrium/domain/setup/site-files';
import type { Answer, AnswerQueries } from '../../../numbers/index.ts';
import { buildQueryOwner } from '../../../platform/concurrency/query-owner.ts';
import { Overloaded } from '../../../platform/failures.ts';
import type { Database } from '../../../platform/relational/relational-store.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import { buildSnapshot, type Site, type SiteSnapshot } from '../../../sites/index.ts';
import type { Ids, StoredSites } from '../../../sites/stored/index.ts';
import { declareSites } from '../declare/declare.ts';
import { readSiteFile } from '../format/read-site-file.ts';
import { loadOrganizationName, loadSites, loadTagPaths } from '../store/load-state.store.ts';
import { formatDeclaration } from './format-declaration.ts';
import { toDeclaration } from './to-declaration.ts';

export interface PastNumbersDependencies {
  readonly db: Database;
  readonly clock: Clock;
  /** Answers queries as if sites had this topology. */
  readonly answerOver: (snapshot: SiteSnapshot) => AnswerQueries;
}

/** Effect of an edited site on its past numbers. */
export interface PastNumbers {
  /** First compared day of the site; the last one is today. */
  readonly from: LocalDate;
  readonly to: LocalDate;
  /** Whether earlier days change too. */
  readonly isCut: boolean;
  /** Zones whose entries change. */
  readonly zones: readonly ChangedZone[];
  /** Number of compared zones that do not change. */
  readonly unchanged: number;
}

export interface ChangedZone {
  readonly name: string;
  readonly before: Sum;
  readonly after: Sum;
  readonly days: readonly ChangedDay[];
}

export interface Sum {
  /** Null: nothing is known. */
  readonly entries: number | null;
  /** 0…1. Null: no readings were expected. */
  readonly coverage: number | null;
}

export interface ChangedDay {
  readonly date: LocalDate;
  readonly before: number | null;
  readonly after: number | null;
}

/** Maximum number of compared days and zones. */
export const maxDays = 92;
export const maxZones = 50;
const dayMs = 86_400_000;

/**
 * Compares the entries of each zone over the stored and the edited site. Returns null if nothing in the past changes,
 * or the declaration is invalid.
 */
export async function comparePastNumbers(
  deps: PastNumbersDependencies,
  scope: Scope,
  declaration: SiteDeclaration,
): Promise<PastNumbers | null> {
  const now = deps.clock.now();
  const stored = await loadSites(deps.db, scope.organizationId);
  const before = toDeclaration(stored.state, declaration.key);
  const wanted = await wantedSites(deps, scope, declaration, stored);
  if (before === null || wanted === null) return null;
  const since = findPastChange(before, declaration, now);
  if (since === null) return null;
  const [was, will] = [stored, wanted].map((sites) => buildSnapshot(sites, scope.organizationId)) as [
    SiteSnapshot,
    SiteSnapshot,
  ];
  const id = stored.ids.installation.get(declaration.key);
  const [site, next] = [was, will].map(({ sites }) => [...sites.values()].find((one) => one.id === id));
  if (site === undefined || next === undefined) return null;
  const earliest = now - maxDays * dayMs;
  const from = toSiteDay(next.topology, Math.max(since, earliest));
  const span = { from: startOfSiteDay(next.topology, from), to: now };
  const zones = zonesOf(next);
  const queries = zones.map((zone) => queryOf(site, zone.id, span));
  const [old, fresh] = await Promise.all([
    ask(deps.answerOver(was), scope, queries),
    ask(deps.answerOver(will), scope, queries),
  ]);
  const compared = zones.map((zone, index) => compare(zone.name, old[index], fresh[index]));
  const changed = compared.filter(({ days }) => days.length > 0);
  return {
    ...{ from, to: toSiteDay(next.topology, now), isCut: since < earliest },
    ...{ zones: changed, unchanged: compared.length - changed.length },
  };
}

/** Builds the sites as they would be after saving. New records get unused ids. */
async function wantedSites(
  { db, clock }: PastNumbersDependencies,
  scope: Scope,
  declaration: SiteDeclaration,
  stored: StoredSites,
): Promise<StoredSites | null> {
  const known = await loadTagPaths(db, scope.organizationId);
  const text = formatDeclaration(await loadOrganizationName(db, scope.organizationId), declaration, known);
  const { file, reading } = await readSiteFile(text, buildQueryOwner(scope));
  if (file === null) return null;
  const state = declareSites(file, stored.state, reading, { now: clock.now(), prune: false });
  if (reading.problems.length > 0) return null;
  let free = 4_000_000_000;
  const ids = Object.fromEntries(
    Object.entries(stored.ids).map(([kind, known]) => {
      const keys = [...(state[kind as keyof Ids] as ReadonlyMap<string, unknown>).keys()];
      return [kind, new Map([...keys.map((key) => [key, known.get(key) ?? free++] as const)])];
    }),
  ) as unknown as Ids;
  return { state, ids };
}

interface ComparedZone {
  readonly id: ZoneId;
  readonly name: string;
}

const zonesOf = ({ topology }: Site): readonly ComparedZone[] =>
  topology.zones.filter(({ removedAt }) => removedAt === undefined).slice(0, maxZones);

function queryOf(site: Site, zone: ZoneId, span: { readonly from: number; readonly to: number }): MeasurementQuery {
  return {
    ...emptyQuery,
    metric: 'affluenceIn',
    aggregation: 'SUM',
    periods: [{ kind: 'span', span }],
    groupBy: [{ type: 'DATE', granularity: 86_400, period: null, ids: null }],
    installations: { exclude: false, ids: [site.id] },
    zones: { exclude: false, ids: [zone] },
  };
}

/** Returns null for a zone that does not exist in that snapshot. */
async function ask(
  answer: AnswerQueries,
  scope: Scope,
  queries: readonly MeasurementQuery[],
): Promise<(Answer | null)[]> {
  return (await answer(scope, queries)).map((one) => {
    if (one.ok) return one.value;
    if (one.error.code === 'OVERLOADED') throw new Overloaded(one.error.retryAfter ?? 1);
    return null;
  });
}

function compare(name: string, before: Answer | null | undefined, after: Answer | null | undefined): ChangedZone {
  const [old, next] = [daysOf(before), daysOf(after)];
  const dates = [...new Set([...old.keys(), ...next.keys()])].sort();
  const days = dates.map((date) => ({ date, before: old.get(date) ?? null, after: next.get(date) ?? null }));
  const isChanged = days.some((day) => day.before !== day.after);
  return { name, before: sumOf(before, old), after: sumOf(after, next), days: isChanged ? days : [] };
}

/** Returns values by local date of the site. */
function daysOf(answer: Answer | null | undefined): ReadonlyMap<LocalDate, number | null> {
  const known = ({ value, state }: LabelledValue) => (state === undefined && typeof value === 'number' ? value : null);
  return new Map(answer?.data.map((point) => [point.label.slice(0, 10), known(point)]));
}

function sumOf(answer: Answer | null | undefined, days: ReadonlyMap<LocalDate, number | null>): Sum {
  const known = [...days.values()].filter((value) => value !== null);
  const entries = known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
  return { entries, coverage: answer?.coverage.ratio ?? null };
}
