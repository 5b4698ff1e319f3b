import { type Instant, type LocalDate, type SiteCalendar, type Span, toSiteDay } from '../../core/index.ts';
import { chooseLimits } from './choose-limits.ts';
import { buildRule } from './conditions/build-rule.ts';
import { type AlertCondition, type Place, toPlaceKey } from './conditions/condition.ts';
import type { SiteFacts } from './conditions/condition-type.ts';
import { getConditionType } from './conditions/registry.ts';
import { type Episode, replay } from './engine/replay.ts';
import type { Observation, Rule } from './engine/rule.ts';
import type { Tally } from './suggest-limit.ts';
import { type Suggestion, shiftLimit, suggest } from './suggest-limit.ts';

/** Observations of one place, in time order. */
export interface PlaceSeries {
  readonly place: Place;
  readonly observations: readonly Observation[];
}

export interface Firing extends Episode {
  readonly place: Place;
  /** The site day on which it began. */
  readonly day: LocalDate;
  /**
   * Whether people would have been notified. False if it was already beyond the limit when watching began, or if the
   * day's maximum number of notifications was reached.
   */
  readonly isTold: boolean;
}

/** The same alert with another limit. */
export interface OtherLimit extends Tally {
  readonly limit: number;
}

export interface BackTest extends Tally {
  /** Oldest first. */
  readonly firings: readonly Firing[];
  /** Where the count changes, sorted by limit, with the alert's own; at most five. Empty if the type has no limit of its own. */
  readonly otherLimits: readonly OtherLimit[];
  readonly suggestion: Suggestion | null;
  /** Share of the applicable time with known data. Null if the alert never applied. */
  readonly known: number | null;
}

/** Steps from the present limit that are tried. Near it the count often stays the same. */
const otherSteps = [-10, -5, -2, -1, 0, 1, 2, 5, 10] as const;

/**
 * Computes what an alert would have done in the past, with the engine's own step. Null if a number it needs is missing.
 */
export function backTest(
  series: readonly PlaceSeries[],
  condition: AlertCondition,
  facts: SiteFacts,
  site: SiteCalendar,
  within: Span,
): BackTest | null {
  const rule = buildRule(condition, facts);
  if (rule === null) return null;
  const firings = firingsOf(series, rule, condition, site);
  const tally = (tried: AlertCondition): Tally => tallyOf(series, tried, facts, within);
  return {
    ...lengthsOf(firings, within),
    firings,
    otherLimits: otherLimits(condition, tally),
    suggestion: suggest(condition, tally),
    known: knownShare(series),
  };
}

function firingsOf(
  series: readonly PlaceSeries[],
  rule: Rule,
  { maxTrigger }: AlertCondition,
  site: SiteCalendar,
): readonly Firing[] {
  const told = new Map<string, number>();
  return series
    .flatMap(({ place, observations }) => replay(observations, rule).episodes.map((episode) => ({ ...episode, place })))
    .sort((a, b) => a.begin - b.begin)
    .map((firing) => {
      const day = toSiteDay(site, firing.begin);
      const key = `${toPlaceKey(firing.place)} ${day}`;
      const before = told.get(key) ?? 0;
      const isTold = !firing.beganBeyond && (maxTrigger === null || before < maxTrigger);
      if (isTold) told.set(key, before + 1);
      return { ...firing, day, isTold };
    });
}

function tallyOf(series: readonly PlaceSeries[], condition: AlertCondition, facts: SiteFacts, within: Span): Tally {
  const rule = buildRule(condition, facts);
  if (rule === null) return { times: 0, meanLength: null };
  return lengthsOf(
    series.flatMap(({ observations }) => replay(observations, rule).episodes),
    within,
  );
}

function lengthsOf(episodes: readonly Pick<Episode, 'begin' | 'end'>[], { to }: Span): Tally {
  const times = episodes.length;
  if (times === 0) return { times, meanLength: null };
  const length = episodes.reduce((sum, { begin, end }) => sum + Math.max(0, (end ?? to) - begin), 0);
  return { times, meanLength: Math.round(length / times) };
}

function otherLimits(condition: AlertCondition, tally: (tried: AlertCondition) => Tally): readonly OtherLimit[] {
  const values = getConditionType(condition.type).values(condition);
  if (values === null) return [];
  const tried = otherSteps.flatMap((steps): readonly OtherLimit[] => {
    const shifted = shiftLimit(condition, steps * values.step, values);
    return shifted === null ? [] : [{ limit: shifted.limit, ...tally(shifted.condition) }];
  });
  const own = shiftLimit(condition, 0, values)?.limit;
  return own === undefined ? [] : chooseLimits(tried, own);
}

function knownShare(series: readonly PlaceSeries[]): number | null {
  let [known, applied]: [number, number] = [0, 0];
  for (const { observations } of series) {
    for (const observation of observations) {
      if (observation.kind === 'closed') continue;
      const length: Instant = observation.to - observation.from;
      applied += length;
      if (observation.kind === 'known') known += length * Math.min(1, observation.coverage);
    }
  }
  return applied === 0 ? null : known / applied;
}
