import {
  findTransitions,
  getOffset,
  type Instant,
  type LocalTime,
  parseTimeOfDay,
  type SiteCalendar,
  type Span,
} from '../../core/index.ts';
import type { OpeningHours } from '../../sites/index.ts';

const minute = 60_000;
const day = 86_400_000;

/** Hours of each day that count: opening hours, the preset for them, or between two times. */
export type HourFilter = { readonly openingOnly: true } | { readonly preset: 'opening' } | TimesOfDay;

/** From one local time to another; past midnight if not later. */
export interface TimesOfDay {
  readonly openingOnly?: false;
  readonly from: LocalTime;
  readonly to: LocalTime;
}

export const hourPresets = ['morning', 'afternoon', 'opening'] as const;

export type HourPreset = (typeof hourPresets)[number];

/**
 * Returns the hours of a preset: morning 0–12, afternoon 12–24; opening means the site's own hours, or 8–19 without
 * any.
 */
export function getPresetHours(
  preset: HourPreset,
  openingHours: OpeningHours,
): Exclude<HourFilter, { readonly preset: 'opening' }> {
  if (preset === 'morning') return { from: '00:00', to: '12:00' };
  if (preset === 'afternoon') return { from: '12:00', to: '24:00' };
  return openingHours.spans.length > 0 ? { openingOnly: true } : { from: '08:00', to: '19:00' };
}

/**
 * Returns the parts of a span in which local time is between two times of day, oldest first. Both passes of an
 * ambiguous hour count, a skipped one is empty. Equal times mean the whole day. Throws on invalid times.
 */
export function findHourSpans(
  calendar: SiteCalendar,
  within: Span,
  hours: { readonly from: LocalTime; readonly to: LocalTime },
): Span[] {
  const begin = parseTimeOfDay(hours.from);
  const end = parseTimeOfDay(hours.to);
  if (begin === null || end === null) throw new Error(`Not times of day: ${hours.from}, ${hours.to}`);
  const length = (end > begin ? end - begin : end - begin + 1440) * minute;
  const spans: { from: Instant; to: Instant }[] = [];
  for (const stretch of evenStretches(calendar.timezone, within)) {
    const offset = getOffset(calendar.timezone, stretch.from);
    // The window that began the day before may extend past midnight.
    const firstMidnight = (Math.floor((stretch.from + offset) / day) - 1) * day;
    for (let wall = firstMidnight + begin * minute; wall - offset < stretch.to; wall += day) {
      const from = Math.max(wall - offset, stretch.from);
      const to = Math.min(wall - offset + length, stretch.to);
      const previous = spans.at(-1);
      if (from >= to) continue;
      if (previous?.to === from) previous.to = to;
      else spans.push({ from, to });
    }
  }
  return spans;
}

/** Splits a span into parts without a clock change. */
function evenStretches(timezone: string, span: Span): Span[] {
  if (span.to <= span.from) return [];
  const cuts = findTransitions(timezone, span.from + 1, span.to).map((jump) => jump.at);
  return [span.from, ...cuts].map((from, index) => ({ from, to: cuts[index] ?? span.to }));
}
