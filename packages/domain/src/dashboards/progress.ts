import { dayOf, type Instant, type Span, spanOfDay } from '../core/index.ts';
import { type OpeningCalendar, openState } from '../sites/index.ts';

/** Where now stands in the time that is asked: before it, within it (in a break too), or after it. */
export type Progress = 'ahead' | 'running' | 'over';

/** Of what goes on day and night, as meters do. No time at all is over. */
export function progressOf(spans: readonly Span[], now: Instant): Progress {
  if (spans.every(({ to }) => to <= now)) return 'over';
  return spans.every(({ from }) => now < from) ? 'ahead' : 'running';
}

/** Of people, whose day is final with its last closing, whatever is left of it on the clock. */
export function progressOfPeople(site: OpeningCalendar, spans: readonly Span[], now: Instant): Progress {
  const progress = progressOf(spans, now);
  if (progress !== 'running' || !isDayFinal(site, now)) return progress;
  const day = spanOfDay(site, dayOf(site, now));
  return spans.some(({ to }) => to > day.to) ? progress : 'over';
}

/** Whether the site was open on its running day, and will not be again. */
export function isDayFinal(site: OpeningCalendar, now: Instant): boolean {
  const { state, until } = openState(site, now);
  return state === 'closed' && (until === null || until >= spanOfDay(site, dayOf(site, now)).to);
}
