import type { Instant, Span } from '../../core/index.ts';
import { type ClosingForecast, forecastClosing } from '../../numbers/expected/index.ts';
import type { UsualRange } from '../../numbers/index.ts';

/** One hour of a site. */
export interface FanHour extends Span {
  /** Counted so far; null if it is ahead or unknown. */
  readonly value: number | null;
  /** Usual of the whole hour; null if unknown. */
  readonly usual: number | null;
}

export interface FanInput {
  readonly now: Instant;
  /** Count so far, what is usual by now, and its range. */
  readonly value: number;
  readonly usual: number;
  readonly range: UsualRange;
  /** Hours of the day of all sites, in any order. They give the shape; the figures above give the size. */
  readonly hours: readonly FanHour[];
}

/** Difference from usual at a time, and the usual range of that difference; in the unit of the count. */
export interface FanPoint {
  readonly at: Instant;
  readonly difference: number;
  readonly lower: number;
  readonly upper: number;
}

/** How a running day's count differs from usual, and where it is heading. */
export interface DayFan {
  /** From opening to closing. */
  readonly span: Span;
  /** Until now. The last point is the difference of the figures. */
  readonly past: readonly FanPoint[];
  /** From now until closing, with the usual range of the difference. */
  readonly ahead: readonly FanPoint[];
  /** From now until closing, with the range of where the difference is heading. */
  readonly heading: readonly FanPoint[];
  readonly closing: ClosingForecast;
}

/**
 * Returns the difference from usual from opening until now. Hours that are not known on both sides are left out of both.
 * Null if the hours cannot give the figures their shape.
 */
export function buildDifference({ now, value, usual, range, hours }: FanInput): readonly FanPoint[] | null {
  const begun = hours.filter(({ from, to }) => from < now && to > from);
  const known = begun.filter((hour) => hour.value !== null && hour.usual !== null);
  const active = known.filter((hour) => hour.value !== 0 || hour.usual !== 0);
  const first = Math.min(...active.map(({ from }) => from));
  if (!Number.isFinite(first)) return null;
  const counted = (at: Instant) => sumUntil(known, at, ({ from, to, value: own }) => [own, from, Math.min(to, now)]);
  const expected = (at: Instant) => sumUntil(known, at, ({ from, to, usual: own }) => [own, from, to]);
  const [toValue, toUsual] = [scaleTo(value, counted(now)), scaleTo(usual, expected(now))];
  if (toValue === null || toUsual === null) return null;
  const times = listTimes(active, first, now);
  return times.map((at) => {
    const share = rootShare(toUsual * expected(at), usual);
    return {
      at,
      difference: at === now ? value - usual : toValue * counted(at) - toUsual * expected(at),
      lower: (range.lower - usual) * share,
      upper: (range.upper - usual) * share,
    };
  });
}

/**
 * Returns the fan of a running day; null if any figure is missing. The usual range of the whole day is its own, or that
 * by now grown with the root of what is expected, because the deviations of counts grow with their root.
 */
export function buildDayFan(
  input: FanInput & { readonly day: { readonly usual: number; readonly range: UsualRange | null } },
): DayFan | null {
  const { now, value, usual, range, hours, day } = input;
  const past = buildDifference(input);
  const coming = hours.filter((hour) => hour.to > now && (hour.usual ?? 0) > 0);
  const rest = day.usual - usual;
  const expected = (at: Instant) =>
    sumUntil(coming, at, ({ from, to, usual: own }) => [
      ((own ?? 0) * (to - Math.max(from, now))) / (to - from),
      Math.max(from, now),
      to,
    ]);
  const closes = Math.max(...coming.map(({ to }) => to));
  const toRest = Number.isFinite(closes) ? scaleTo(rest, expected(closes)) : null;
  const [opened] = past ?? [];
  // Both are medians of their own, so the part may exceed the whole.
  if (past === null || opened === undefined || toRest === null || rest < 0) return null;
  const growth = 1 / rootShare(usual, day.usual);
  const whole = day.range ?? {
    lower: day.usual + (range.lower - usual) * growth,
    upper: day.usual + (range.upper - usual) * growth,
  };
  const closing = forecastClosing({
    ...{ value, expectedSoFar: usual, isRunning: true },
    expected: { value: day.usual, ...whole },
  });
  if (closing === null) return null;
  const times = listTimes(coming, now, closes);
  const roots = [usual, day.usual].map((count) => Math.sqrt(count + 1)) as [number, number];
  const between = (from: number, to: number, at: Instant) => {
    const root = Math.sqrt(usual + toRest * expected(at) + 1);
    return roots[1] > roots[0] ? from + ((to - from) * (root - roots[0])) / (roots[1] - roots[0]) : to;
  };
  const difference = value - usual;
  return {
    span: { from: opened.at, to: closes },
    past,
    ahead: times.map((at) => ({
      at,
      difference,
      lower: between(range.lower - usual, whole.lower - day.usual, at),
      upper: between(range.upper - usual, whole.upper - day.usual, at),
    })),
    heading: times.map((at) => {
      const share = at === now ? 0 : rootShare(toRest * expected(at), rest);
      return {
        at,
        difference,
        lower: difference + (closing.lower - closing.value) * share,
        upper: difference + (closing.upper - closing.value) * share,
      };
    }),
    closing,
  };
}

/** Root of a part's share of the whole. */
const rootShare = (part: number, whole: number) => Math.sqrt((part + 1) / (whole + 1));

/** Sums amounts that come in evenly from one time to another, until `at`. */
function sumUntil(
  hours: readonly FanHour[],
  at: Instant,
  read: (hour: FanHour) => readonly [amount: number | null, from: Instant, to: Instant],
): number {
  let sum = 0;
  for (const hour of hours) {
    const [amount, from, to] = read(hour);
    if (at > from) sum += (amount ?? 0) * Math.min(1, (at - from) / (to - from));
  }
  return sum;
}

/** Returns the factor from a sum to a figure; null if there is none. */
function scaleTo(figure: number, sum: number): number | null {
  if (sum === 0) return figure === 0 ? 1 : null;
  return figure / sum;
}

/** Returns the ends of hours between two times, with both. */
function listTimes(hours: readonly FanHour[], from: Instant, to: Instant): readonly Instant[] {
  const inner = hours.flatMap((hour) => [hour.from, hour.to]).filter((at) => at > from && at < to);
  return [...new Set([from, ...inner, to])].sort((one, other) => one - other);
}
