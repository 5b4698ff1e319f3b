import { type Instant, type Span, toDaySpan, toSiteDay } from '../core/index.ts';
import { countDays, type DayRange, type Unjudged } from '../numbers/index.ts';
import { getOpenState, listOpenSpans, type OpeningCalendar } from '../sites/index.ts';
import type { PartCoverage } from './zone-coverage.ts';

/** Position of now relative to the period: before, within (breaks included) or after. */
export type Progress = 'ahead' | 'running' | 'over';

/** Returns the progress for what runs day and night, such as meters. An empty period is over. */
export function getProgress(spans: readonly Span[], now: Instant): Progress {
  if (spans.every(({ to }) => to <= now)) return 'over';
  return spans.every(({ from }) => now < from) ? 'ahead' : 'running';
}

/** Returns the progress for people. Their day is final at its last closing. */
export function getPeopleProgress(site: OpeningCalendar, spans: readonly Span[], now: Instant): Progress {
  const progress = getProgress(spans, now);
  if (progress !== 'running' || !isDayFinal(site, now)) return progress;
  const day = toDaySpan(site, toSiteDay(site, now));
  return spans.some(({ to }) => to > day.to) ? progress : 'over';
}

/** Whether the site was open on its running day and will not open again. */
export function isDayFinal(site: OpeningCalendar, now: Instant): boolean {
  const { state, until } = getOpenState(site, now);
  return state === 'closed' && (until === null || until >= toDaySpan(site, toSiteDay(site, now)).to);
}

const hourMs = 3_600_000;

/** Whether the site's day is at most an hour past its opening. Places that never close have no such hour. */
export function isFirstOpenHour(site: OpeningCalendar, now: Instant): boolean {
  if (site.openingHours.spans.length === 0) return false;
  const day = toDaySpan(site, toSiteDay(site, now));
  const [first] = listOpenSpans(site, toSiteDay(site, now));
  return first !== undefined && first.from > day.from && now < first.from + hourMs;
}

/** Share of the sensors that may be silent while a number is judged. */
export const silentShare = 0.1;

/** Whether too many of the sensors behind a number are silent to judge it. */
export const isSilent = ({ deviceCount, silentNow }: Pick<PartCoverage, 'deviceCount' | 'silentNow'>): boolean =>
  silentNow > deviceCount * silentShare;

/** Returns why a count of people that is still in progress is not judged; null if it is. Without ranges it is today's. */
export function findUnjudged(
  { ranges, today }: { readonly ranges?: readonly DayRange[]; readonly today?: string },
  site: OpeningCalendar,
  sensors: Pick<PartCoverage, 'deviceCount' | 'silentNow'>,
  now: Instant,
): Unjudged | null {
  if (isSilent(sensors)) return 'silent';
  const [range, ...more] = ranges ?? [];
  const isToday =
    ranges === undefined ||
    (range !== undefined && more.length === 0 && countDays(range) === 1 && range.from === today);
  return isToday && isFirstOpenHour(site, now) ? 'firstHour' : null;
}
