import type { Instant, Span, ZoneId } from '@atrium/domain/core';
import type { Coverage } from '@atrium/domain/numbers';
import { type Comfort, findSilentSince, listPartZones, type ResolvedFilters } from '@atrium/domain/pages';
import {
  type AirAnswer,
  type AirJudgement,
  type AirQueries,
  type AirQuestion,
  type AirSpot,
  buildAirQueries,
  buildAirQuestion,
  type Extreme,
  findWorstSpell,
  getMinCoverage,
  getShareGranularity,
  getSpellGranularity,
  getStepWidth,
  judgeAir,
  parseAirSeries,
  parseComforts,
  parseExtremes,
  type Spell,
  toComfortQueries,
  toSpellQuery,
} from '@atrium/domain/pages/air';
import { listTabMetrics } from '@atrium/domain/pages/site-pages';
import { listAncestors, listOpenSpans } from '@atrium/domain/sites';
import { useMemo } from 'react';
import type { Translate } from '../../i18n/index.ts';
import { type Numbers, useNumbers } from '../../numbers/answers/index.ts';
import type { Explains } from '../explain/index.ts';
import type { SectionModel } from '../section/section-model.ts';
import { formatSectionPart } from '../section/section-model.ts';
import { parseShares, type TimeShares } from '../section/time-shares.ts';
import type { Site } from '../site-page/site.ts';
import type { TabProps } from '../site-page/tab-content.tsx';
import type { BandOf } from './comfort-bands.ts';

/** Results for the air over the whole shown period. */
export interface Air {
  readonly places: readonly string[];
  readonly comforts: ReadonlyMap<string, Comfort>;
  /** Null if the site was not open. */
  readonly judgement: AirJudgement | null;
  /** When the air was worst; null if it was good. */
  readonly spell: Spell | null;
  /** Names of sensors in places without a reading in the judged time. Empty while no place has readings. */
  readonly unheard: readonly string[];
  /** Coverage of the metric with the least coverage. */
  readonly coverage: number | null;
  /** Since when all sensors have been silent, if the judged time is running; null while any sensor reports. */
  readonly silentSince: number | null;
  readonly silent: Coverage['silent'];
  readonly shares: ReadonlyMap<string, TimeShares>;
}

/** Polling interval in ms while the shown days are running. */
const pollInterval = 60_000;

/** Loads the air of a site's zones; null while loading. */
export function useAir(props: TabProps, bandOf: BandOf | null): Air | null {
  const { site, filters, now } = props;
  const question = useAirQuestion(props, 'atmosphere', 'ZONE_ID');
  const every = filters.includesNow ? pollInterval : null;
  const asked = useMemo(() => bandOf && buildAirQueries(question, bandOf), [question, bandOf]);
  const numbers = useNumbers(asked?.list ?? [], every);
  const places = useMemo(() => listAirPlaces({ site, filters }), [site, filters]);
  const found = useMemo(
    () => (asked && bandOf ? airOf(asked, numbers, { props: { site, filters, now }, places, bandOf, question }) : null),
    [asked, numbers, site, filters, now, places, bandOf, question],
  );
  const worst = found?.judgement?.worst ?? null;
  const readings = useNumbers(worst ? [toSpellQuery(question, worst)] : [], every);
  const isWaiting = worst !== null && readings.state === 'loading';
  return useMemo(() => {
    if (found === null || isWaiting) return null;
    const spell = worst && bandOf ? spellOf(worst, readings, bandOf, { site, now }) : null;
    return { ...found, spell };
  }, [found, worst, isWaiting, readings, bandOf, site, now]);
}

/** Loads the comfort score per sensor, by sensor name. */
export function useSensorComforts(props: TabProps): ReadonlyMap<string, Comfort> {
  const question = useAirQuestion(props, 'rooms', 'DEVICE');
  const asked = useMemo(() => toComfortQueries(question), [question]);
  const list = useMemo(() => [...asked.values()], [asked]);
  const numbers = useNumbers(list, props.filters.includesNow ? pollInterval : null);
  return useMemo(() => parseComforts(byMetric([...asked.keys()], numbers)), [asked, numbers]);
}

function useAirQuestion(
  { site, filters, now }: TabProps,
  tab: 'atmosphere' | 'rooms',
  partsBy: AirQuestion['partsBy'],
): AirQuestion {
  const metrics = listTabMetrics(tab, site.events, now);
  const { calendar: _calendar, ...asked } = buildAirQuestion(site, filters, metrics, partsBy);
  const key = JSON.stringify(asked);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that the question is
  return useMemo(() => ({ ...asked, calendar: site.topology }), [site, key]);
}

interface AirContext {
  readonly props: Pick<TabProps, 'site' | 'filters' | 'now'>;
  readonly places: readonly string[];
  readonly bandOf: BandOf;
  readonly question: AirQuestion;
}

function airOf(
  { scores, extremes, shares }: AirQueries,
  numbers: Numbers,
  { props: { site, filters, now }, places, bandOf, question }: AirContext,
): Omit<Air, 'spell'> | null {
  if (numbers.state === 'loading') return null;
  const answers = numbers.state === 'ready' ? numbers.answers : [];
  const highs = answers.slice(scores.length, scores.length + extremes.length);
  const means = answers.slice(scores.length + extremes.length);
  const coverage = getMinCoverage(highs);
  const courses = parseAirSeries(extremes, highs, { now, calendar: site.topology });
  const heard = new Set(courses.flatMap(({ place, stretches }) => (stretches.some(isKnown) ? [place] : [])));
  const unheard = heard.size === 0 ? [] : findSilentSensors(site, places, heard);
  const isWhole =
    coverage !== null && coverage >= 1 && unheard.length === 0 && highs.every((answer) => answer !== null);
  const asked = getShareGranularity(question.ranges, question.partZoneIds.length);
  const at = { now, timezone: site.topology.timezone };
  return {
    places,
    comforts: parseComforts(byMetric(scores, numbers)),
    judgement: isJudged(filters, site, now) ? judgeAir(courses, bandOf, { places, isWhole }) : null,
    unheard,
    coverage,
    silent: coveragesOf(highs).flatMap(({ silent }) => silent),
    silentSince: getJudgedProgress(filters) === 'running' ? findSilentSince(coveragesOf(highs)) : null,
    shares: new Map(
      shares.flatMap(({ metric }, index) => {
        const found = parseShares(means[index], { places, band: bandOf(metric), asked }, at);
        return found ? [[metric, found] as const] : [];
      }),
    ),
  };
}

const coveragesOf = (answers: readonly AirAnswer[]) => answers.flatMap((answer) => answer?.coverage ?? []);

const isKnown = ({ value }: Extreme) => value !== null;

function spellOf(
  worst: AirSpot,
  readings: Numbers,
  bandOf: BandOf,
  { site, now }: Pick<TabProps, 'site' | 'now'>,
): Spell | null {
  const answer = readings.state === 'ready' ? readings.answers[0] : null;
  if (!answer) return null;
  const width = getStepWidth(answer, getSpellGranularity(worst.span));
  const course = parseExtremes(answer, width, { now, calendar: site.topology });
  return findWorstSpell(course, bandOf(worst.metric), worst.side);
}

function byMetric(metrics: readonly string[], numbers: Numbers) {
  const answers = numbers.state === 'ready' ? numbers.answers : [];
  return new Map(metrics.map((metric, place) => [metric, answers[place]] as const));
}

/** Whether any judged time has begun: opening hours, unless the user chose hours. */
function isJudged({ state, spans }: ResolvedFilters, { topology }: Site, now: Instant): boolean {
  const judged = state.hours === 'all' ? spans.flatMap((span) => listOpenSpans(topology, span)) : spans;
  return judged.some(({ from }) => from < now);
}

/** Returns the names of the sensors in places without any measurement. */
export function findSilentSensors(
  { airSensors }: Pick<Site, 'airSensors'>,
  places: readonly string[],
  heard: ReadonlySet<string>,
): readonly string[] {
  const isUnheard = (zone: string) => places.includes(zone) && !heard.has(zone);
  return airSensors.flatMap(({ name, zoneId }) => (zoneId !== null && isUnheard(String(zoneId)) ? [name] : []));
}

/**
 * Returns the ids of the zones to report on, innermost first. A zone that only contains other zones is left out, unless
 * it has a sensor of its own.
 */
function listAirPlaces({ site, filters }: Pick<TabProps, 'site' | 'filters'>): readonly string[] {
  const { zones } = site.topology;
  const parts = listPartZones(site, filters);
  const above = new Set(parts.flatMap(({ id }) => [...listAncestors(zones, id)].filter((each) => each !== id)));
  const holdsOnly = (id: ZoneId) => above.has(id) || filters.counted.some((zone) => zone.id === id);
  const hasSensor = (id: ZoneId) => site.airSensors.some(({ zoneId }) => zoneId === id);
  const places = parts.filter(({ id }) => !holdsOnly(id) || hasSensor(id));
  return (places.length > 0 ? places : parts)
    .toSorted((left, right) => listAncestors(zones, right.id).size - listAncestors(zones, left.id).size)
    .map(({ id }) => String(id));
}

/** Progress of the judged time: opening hours, unless the user chose hours. */
type JudgedProgress = 'running' | 'final' | 'past';

/** Returns the progress. After a running day's last closing its air ratings are final. */
export function getJudgedProgress({ includesNow, state, progress }: ResolvedFilters): JudgedProgress {
  if (!includesNow) return 'past';
  return state.hours === 'all' && progress.people === 'over' ? 'final' : 'running';
}

const words = { running: 'charts.soFar', final: 'counting.final', past: 'section.mean' } as const;

/** Names the time a rating covers. A rating of the day so far is not the current state. */
export const formatJudgedTime = (filters: ResolvedFilters, t: Translate): string =>
  t(words[getJudgedProgress(filters)]);

/** A number on an air page: the sampled value at a place, or its rating. */
interface AirNumber {
  readonly of: 'own' | 'rating';
  readonly metric: string;
  readonly place: string;
}

/**
 * Returns what opens the explanation and whether it is open. `explain` is null if the place has no such sample or
 * `spans` is null. Empty spans mean the whole period.
 */
export function getAirExplanation(
  { of, metric, place }: AirNumber,
  { metrics }: SectionModel,
  spans: readonly Span[] | null,
  explains: Explains | null,
): { readonly explain: (() => void) | null; readonly isOpen: boolean } {
  const measured = metrics.find((each) => each.metric.id === metric)?.parts.get(place);
  if (!explains || !measured || !spans) return { explain: null, isOpen: false };
  const part = formatSectionPart({ of, metric, label: place });
  return { explain: () => explains.open(part, spans), isOpen: explains.isOpen(part, spans) };
}
