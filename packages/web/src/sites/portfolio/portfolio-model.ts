import type { RidgeStep } from '@atrium/charts/ridge';
import {
  dateToWall,
  formatTimeOfDay,
  type Instant,
  instantToWall,
  toDaySpan,
  wallToInstant,
} from '@atrium/domain/core';
import { compareFigure, type Figure, toDayRange, type Unjudged } from '@atrium/domain/numbers';
import {
  type Answer,
  computePartCoverage,
  findRidgeDay,
  findUnjudged,
  getAnswerGroups,
  getAnswerValues,
  getPointValue,
  type HoursBrush,
  isDayFinal,
  overviewGranularity,
  type PartCoverage,
  type RidgeDay,
  type RidgeGroup,
} from '@atrium/domain/pages';
import { createSeriesReader } from '../../numbers/answers/index.ts';
import { type OverviewSite, overviewMetrics } from '../numbers/overview-model.ts';

/** Hours since midnight by each site's own clock. */
export interface SharedHours {
  readonly from: number;
  readonly to: number;
}

/** A half-hour of a row. */
export interface RowStep extends RidgeStep {
  readonly from: Instant;
  readonly to: Instant;
  /** Minutes since midnight by the site's clock. */
  readonly minute: number;
}

/** A site's row. */
export interface RidgeRow {
  readonly site: OverviewSite;
  readonly day: RidgeDay;
  /** Its half-hours until now; empty without any. */
  readonly steps: readonly RowStep[];
  /** Entries of the brushed hours or of the day, beside what is usual by now. */
  readonly figure: Figure;
  /** Why the entries are not judged; null if they are. */
  readonly unjudged: Unjudged | null;
  /** Whether the brushed hours of its day have not begun, or are none of its day. */
  readonly isAhead: boolean;
  /** Whether more may be counted in these hours. */
  readonly isRunning: boolean;
  readonly coverage: PartCoverage;
}

/** The answers of groups of sites, in the order of the groups; null while loading or refused. */
export interface GroupAnswers {
  readonly groups: readonly RidgeGroup[];
  readonly answers: readonly ((Answer & { readonly coverage: { readonly silent: Silent } }) | null)[] | null;
}

type Silent = Parameters<typeof computePartCoverage>[1];

const halfHour = overviewGranularity / 60;

/** Builds the rows, in the order of the sites. */
export function buildRidgeRows(
  sites: readonly OverviewSite[],
  { curves, totals }: { readonly curves: GroupAnswers; readonly totals: GroupAnswers },
  { brush, hours, now }: { readonly brush: HoursBrush | null; readonly hours: SharedHours; readonly now: Instant },
): readonly RidgeRow[] {
  const curveOf = readGroups(curves, getAnswerGroups);
  const totalOf = readGroups(totals, (answer) => getAnswerValues(answer, overviewMetrics.entries));
  return sites.map((site): RidgeRow => {
    const { calendar } = site;
    const day = findRidgeDay(calendar, now);
    const curve = curveOf(site.id);
    const total = totalOf(site.id);
    const begin = wallToInstant(calendar.timezone, dateToWall(day.date, brush?.from ?? 0));
    const end = wallToInstant(calendar.timezone, dateToWall(day.date, brush?.to ?? 0));
    const span = toDaySpan(calendar, day.date);
    const counted = brush === null ? span : { from: Math.max(span.from, begin), to: Math.min(span.to, end) };
    const coverage = computePartCoverage(site.counterIds, total?.silent ?? [], [counted], now);
    const unjudged = day.isCurrent ? findUnjudged({}, calendar, coverage, now) : null;
    const point = total?.own?.point;
    return {
      ...{ site, day, unjudged, coverage },
      isRunning: day.isCurrent && now < counted.to && !isDayFinal(calendar, now),
      isAhead: brush !== null && (counted.to <= counted.from || now <= counted.from),
      steps: curve?.own ? readSteps(curve.own, { site, day, hours, now }) : [],
      figure: compareFigure({
        metric: overviewMetrics.entries,
        value: point?.state === 'known' ? point.value : null,
        usual: total?.own?.usual ?? null,
        range: total?.own?.range ?? null,
        unjudged,
      }),
    };
  });
}

interface StepInput {
  readonly site: OverviewSite;
  readonly day: RidgeDay;
  readonly hours: SharedHours;
  readonly now: Instant;
}

/** Reads a site's half-hours, from the first to the last in which somebody comes or usually comes. */
function readSteps(curve: Answer, { site: { calendar }, day, hours, now }: StepInput): readonly RowStep[] {
  const midnight = dateToWall(day.date, 0);
  const read = createSeriesReader(calendar, 'EXPECTED', now);
  const buckets = read(curve, null, overviewGranularity, [toDayRange(day.date, day.date)], overviewMetrics.entries);
  const steps = buckets.map((bucket): RowStep => {
    const minute = (instantToWall(calendar.timezone, bucket.from) - midnight) / 60_000;
    return {
      ...{ from: bucket.from, to: bucket.to, minute },
      at: (minute + halfHour / 2 - hours.from * 60) / ((hours.to - hours.from) * 60),
      // A running half-hour would look like a fall.
      value: bucket.to <= now && bucket.point ? getPointValue(bucket.point) : null,
      usual: bucket.usual,
      range: bucket.range ?? null,
    };
  });
  const isBusy = ({ at, value, usual }: RowStep) =>
    at >= 0 && at <= 1 && ((value ?? 0) !== 0 || Math.round(usual ?? 0) !== 0);
  const [first, last] = [steps.findIndex(isBusy), steps.findLastIndex(isBusy)];
  return first < 0 ? [] : steps.slice(Math.max(0, first - 1), last + 2).filter(({ at }) => at >= 0 && at <= 1);
}

/** Returns a function that finds what the answer of a site's group says of it. */
function readGroups<Read>({ groups, answers }: GroupAnswers, read: (answer: Answer) => ReadonlyMap<string, Read>) {
  const found = new Map<number, { readonly own: Read | undefined; readonly silent: Silent }>();
  groups.forEach(({ siteIds }, place) => {
    const answer = answers?.[place];
    if (answer == null) return;
    const values = read(answer);
    for (const id of siteIds) found.set(id, { own: values.get(String(id)), silent: answer.coverage.silent });
  });
  return (siteId: number) => found.get(siteId);
}

/** Sorts rows by surprise, the largest first. Rows that are not judged come after, those still ahead last. */
export function orderRidges(rows: readonly RidgeRow[]): readonly RidgeRow[] {
  const rank = ({ isAhead, figure, unjudged }: RidgeRow) =>
    isAhead || figure.value === null ? 2 : unjudged !== null || figure.surprise === null ? 1 : 0;
  return rows.toSorted(
    (one, other) =>
      rank(one) - rank(other) || Math.abs(other.figure.surprise ?? 0) - Math.abs(one.figure.surprise ?? 0),
  );
}

/** Returns the figure of the half-hour at that minute; null if nothing is known of it. */
export function findStepFigure(
  { steps }: RidgeRow,
  minute: number,
): { readonly step: RowStep; readonly figure: Figure } | null {
  const step = steps.find((each) => each.minute <= minute && minute < each.minute + halfHour);
  if (step === undefined) return null;
  const { value, usual, range } = step;
  return { step, figure: compareFigure({ metric: overviewMetrics.entries, value, usual, range }) };
}

/** The brushed hours as the address has them. */
export interface PortfolioSearch {
  readonly from?: string;
  readonly to?: string;
}

const [dayMinutes, lastMinute, stepMinutes] = [1440, 1800, 15];

/** Parses the search parameters: quarter-hours from 00:00 to 30:00, which is 06:00 on the next day. Drops invalid ones. */
export function parsePortfolioSearch({ from, to }: Readonly<Record<string, unknown>>): PortfolioSearch {
  const [begin, end] = [parseMinute(from), parseMinute(to)];
  if (begin === null || end === null || end <= begin) return {};
  return { from: formatMinute(begin), to: formatMinute(end) };
}

export function toBrush({ from, to }: PortfolioSearch, hours: SharedHours): HoursBrush | null {
  const [begin, end] = [parseMinute(from), parseMinute(to)];
  if (begin === null || end === null) return null;
  return limitBrush({ from: begin, to: end }, hours);
}

export const toPortfolioSearch = (brush: HoursBrush | null): PortfolioSearch =>
  brush === null ? {} : { from: formatMinute(brush.from), to: formatMinute(brush.to) };

/** Returns the brush on quarter-hours within the shared hours, at least one long; null if it is all of them. */
export function limitBrush({ from, to }: HoursBrush, hours: SharedHours): HoursBrush | null {
  const [first, last] = [hours.from * 60, hours.to * 60];
  const toStep = (minute: number) => Math.round(minute / stepMinutes) * stepMinutes;
  const begin = Math.min(Math.max(toStep(from), first), last - stepMinutes);
  const end = Math.max(Math.min(toStep(to), last), begin + stepMinutes);
  return begin === first && end === last ? null : { from: begin, to: end };
}

/** Formats minutes since midnight as a time of day, also past the next midnight. */
export const formatClockMinute = (minute: number): string =>
  formatTimeOfDay(minute > dayMinutes ? minute % dayMinutes : minute);

const formatMinute = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

function parseMinute(text: unknown): number | null {
  if (typeof text !== 'string') return null;
  const [, hour, minute] = /^([0-2]\d|30):(00|15|30|45)$/.exec(text) ?? [];
  if (hour === undefined || minute === undefined) return null;
  const time = Number(hour) * 60 + Number(minute);
  return time <= lastMinute ? time : null;
}
