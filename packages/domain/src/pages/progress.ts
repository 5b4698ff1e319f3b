import { type Instant, type Span, toDaySpan, toSiteDay } from '../core/index.ts';
import { getOpenState, type OpeningCalendar } from '../sites/index.ts';

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
