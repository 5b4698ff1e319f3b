import { err, type Failure, failure, isTimezone, ok, type Result } from '@atrium/domain/core';
import { countsFromZero, type DateOrder, explainDerived, sendableMetrics } from '@atrium/domain/numbers/readings';
import type { CounterKind } from '@atrium/domain/sites';

/** Meaning of a file's columns. */
export interface ImportOptions {
  /** IANA time zone of times without an offset. */
  readonly timezone: string;
  readonly timeColumn: string;
  readonly device: { readonly column: string } | { readonly serial: string };
  readonly maps: readonly { readonly column: string; readonly metric: string }[];
  /** Seconds covered by each row; 0 for instants. */
  readonly interval: number;
  /** Whether slots without a row, between a device's first and last, count as 0. */
  readonly fillZero: boolean;
  /** What comes first in dates such as 03/04/2021. Null: what the file's other dates show. */
  readonly dateOrder: DateOrder | null;
  /** Whether a row's time is the end of its interval rather than the start. */
  readonly timesAreEnds: boolean;
  /** What the values of meters are. Null: not said, or there are none. */
  readonly kind: CounterKind | null;
}

/** Whether a metric is a meter's, whose values may be the states of a register or the amounts of intervals. */
export const isCounter = (metric: string): boolean => sendableMetrics.get(metric)?.kind === 'counter';

/** Whether the file has values of meters, and what they are is not said. */
export const lacksKind = ({ maps, kind }: ImportOptions): boolean =>
  kind === null && maps.some(({ metric }) => isCounter(metric));

const orderByName = new Map<string, DateOrder>([
  ['day-first', 'dayFirst'],
  ['month-first', 'monthFirst'],
]);

const longestInterval = 86_400;

/** Parses command-line options. The failure names the option and its valid values. */
export function parseImportOptions(given: {
  readonly timezone: string;
  readonly time: string;
  readonly device: string;
  readonly map: readonly string[];
  readonly interval?: string | undefined;
  readonly fillZero?: boolean | undefined;
  readonly dates?: string | undefined;
  readonly ends?: boolean | undefined;
  readonly amounts?: boolean | undefined;
  readonly register?: boolean | undefined;
}): Result<ImportOptions, Failure> {
  const { timezone, time: timeColumn } = given;
  if (!isTimezone(timezone)) return wrong('timezone', `takes an IANA zone such as Europe/Zurich, not "${timezone}"`);
  const interval = Number(given.interval ?? 0);
  if (!Number.isInteger(interval) || interval < 0 || interval > longestInterval) {
    return wrong('interval', `takes whole seconds from 0 to ${longestInterval}, not "${given.interval}"`);
  }
  const maps = given.map.map(mapOf);
  for (const [index, map] of maps.entries()) {
    if (map === null) return wrong('map', `takes <column>=<metric>, not "${given.map[index]}"`);
    if (sendableMetrics.has(map.metric)) continue;
    const reason = explainDerived(map.metric);
    return wrong('map', reason === null ? `names no metric "${map.metric}"` : `can't take ${map.metric}: ${reason}`);
  }
  const known = maps.filter((map) => map !== null);
  if (known.length === 0) return wrong('map', 'is needed at least once');
  if (new Set(known.map(({ metric }) => metric)).size < known.length) return wrong('map', 'names a metric twice');
  const fillZero = given.fillZero ?? false;
  if (fillZero && interval === 0) return wrong('fill-zero', 'needs --interval');
  if (fillZero && !known.some(({ metric }) => countsAbsentAsZero(metric))) {
    return wrong('fill-zero', 'needs a metric that counts: nobody there is 0 visitors, but no 0 degrees');
  }
  const timesAreEnds = given.ends ?? false;
  if (timesAreEnds && interval === 0) return wrong('ends', 'needs --interval');
  const kind = given.amounts ? 'amount' : given.register ? 'register' : null;
  const option = given.amounts ? 'amounts' : 'register';
  if (given.amounts && given.register) return wrong(option, 'and --register exclude each other');
  if (kind !== null && !known.some(({ metric }) => isCounter(metric)))
    return wrong(option, 'needs the metric of a meter, such as electricityConsumption');
  if (kind === 'amount' && interval === 0) return wrong(option, 'needs --interval');
  const dateOrder = given.dates === undefined ? null : orderByName.get(given.dates);
  if (dateOrder === undefined) return wrong('dates', `takes day-first or month-first, not "${given.dates}"`);
  const device = given.device.startsWith('=') ? { serial: given.device.slice(1) } : { column: given.device };
  return ok({ timezone, timeColumn, device, maps: known, interval, fillZero, dateOrder, timesAreEnds, kind });
}

/** Whether a missing slot of the metric means 0. */
export function countsAbsentAsZero(metric: string): boolean {
  const found = sendableMetrics.get(metric);
  return found !== undefined && countsFromZero(found);
}

function mapOf(text: string): { readonly column: string; readonly metric: string } | null {
  const at = text.lastIndexOf('=');
  return at <= 0 ? null : { column: text.slice(0, at), metric: text.slice(at + 1) };
}

function wrong(option: string, reason: string) {
  return err(failure('BAD_INPUT', `--${option} ${reason}`, option));
}
