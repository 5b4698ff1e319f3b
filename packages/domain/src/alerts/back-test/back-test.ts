import { dayOf, type Instant, type LocalDate, type SiteCalendar, type Span } from '../../core/index.ts';
import {
  type AlertCondition,
  conditionTypeOf,
  type Place,
  placeKey,
  ruleOf,
  type SiteFacts,
} from '../conditions/index.ts';
import { type Episode, type Observation, type Rule, replay } from '../engine/index.ts';
import { shifted } from './shifted.ts';
import { type Suggestion, suggest } from './suggest.ts';
import type { Tally } from './tally.ts';

/** What was seen of one place, in the order of time. */
export interface PlaceSeries {
  readonly place: Place;
  readonly observations: readonly Observation[];
}

export interface Firing extends Episode {
  readonly place: Place;
  /** The site's day it began on. */
  readonly day: LocalDate;
  /** Whether people would have been told: not when watching began beyond, nor more often a day than the rule says. */
  readonly isTold: boolean;
}

/** The same alert at another limit. */
export interface OtherLimit extends Tally {
  readonly limit: number;
}

export interface BackTest extends Tally {
  /** Oldest first. */
  readonly firings: readonly Firing[];
  /** From the lowest limit to the highest, the alert's own among them; empty where the type has no number of its own. */
  readonly otherLimits: readonly OtherLimit[];
  readonly suggestion: Suggestion | null;
  /** The share of the time it applies to in which anything was known; null where it never applied. */
  readonly known: number | null;
}

const otherSteps = [-2, -1, 0, 1, 2] as const;

/**
 * What an alert would have done over a time that is past: the engine's own step over what was seen then. null: the number
 * it needs is not there.
 */
export function backTest(
  series: readonly PlaceSeries[],
  condition: AlertCondition,
  facts: SiteFacts,
  site: SiteCalendar,
  within: Span,
): BackTest | null {
  const rule = ruleOf(condition, facts);
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
      const day = dayOf(site, firing.begin);
      const key = `${placeKey(firing.place)} ${day}`;
      const before = told.get(key) ?? 0;
      const isTold = !firing.beganBeyond && (maxTrigger === null || before < maxTrigger);
      if (isTold) told.set(key, before + 1);
      return { ...firing, day, isTold };
    });
}

function tallyOf(series: readonly PlaceSeries[], condition: AlertCondition, facts: SiteFacts, within: Span): Tally {
  const rule = ruleOf(condition, facts);
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
  const { values } = conditionTypeOf(condition.type);
  if (values === null) return [];
  return otherSteps.flatMap((steps) => {
    const tried = shifted(condition, steps * values.step, values);
    return tried === null ? [] : [{ limit: tried.limit, ...tally(tried.condition) }];
  });
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
