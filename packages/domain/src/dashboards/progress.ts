import { dayOf, type Instant, type Span, spanOfDay } from '../core/index.ts';
import { type OpeningCalendar, openState } from '../sites/index.ts';

/** Position of now relative to the period: before, within (breaks included) or after. */
export type Progress = 'ahead' | 'running' | 'over';

/** Returns the progress for what runs day and night, such as meters. An empty period is over. */
export function progressOf(spans: readonly Span[], now: Instant): Progress {
  if (spans.every(({ to }) => to <= now)) return 'over';
  return spans.every(({ from }) => now < from) ? 'ahead' : 'running';
}

/** Returns the progress for people. Their day is final at its last closing. */
export function progressOfPeople(site: OpeningCalendar, spans: readonly Span[], now: Instant): Progress {
  const progress = progressOf(spans, now);
  if (progress !== 'running' || !isDayFinal(site, now)) return progress;
  const day = spanOfDay(site, dayOf(site, now));
  return spans.some(({ to }) => to > day.to) ? progress : 'over';
}

/** Whether the site was open on its running day and will not open again. */
export function isDayFinal(site: OpeningCalendar, now: Instant): boolean {
  const { state, until } = openState(site, now);
  return state === 'closed' && (until === null || until >= spanOfDay(site, dayOf(site, now)).to);
}
