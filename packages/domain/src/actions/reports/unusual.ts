import { addDays, type LocalDate, type Span } from '../../core/index.ts';
import type { SilentSpan } from '../../pages/index.ts';
import { listOpenSpans, type OpeningCalendar, type Topology } from '../../sites/index.ts';
import type { FiredAlert, ReportDay, SilentSensor, Unusual, UnusualDay } from './report-facts.ts';

/** Minimum difference in percent of a listed day without a usual range. */
const worthTelling = 10;
const maxNamedDays = 4;
const maxNamedSensors = 5;
const maxListedAlerts = 5;

/** Returns the days that differ most from the usual, largest difference first. Excludes partial and closed days. */
export function findUnusualDays(days: readonly ReportDay[]): readonly UnusualDay[] {
  return days
    .filter((day): day is UnusualDay => day.state === 'known' && !day.isClosed && isFar(day))
    .toSorted((left, right) => weightOf(right) - weightOf(left) || (left.date < right.date ? -1 : 1));
}

/** With a range, a day outside it is unusual; without one, a day that differs by a tenth. */
const isFar = ({ verdict, change, side }: ReportDay) =>
  verdict !== null &&
  verdict !== 'usual' &&
  change !== null &&
  !change.people &&
  (side !== null || Math.abs(change.change) >= worthTelling);

const weightOf = ({ change }: UnusualDay) => Math.abs(change.change);

/** Collects anomalies: unusual days, days without data, alerts, sensors with gaps. */
export function collectUnusual(
  days: readonly ReportDay[],
  site: Topology,
  told: { readonly silent: readonly SilentSensor[]; readonly alerts: readonly FiredAlert[] },
): readonly Unusual[] {
  const missing = days.filter(({ state }) => state === 'missing').map(({ date }) => date);
  const closed = days.filter((day) => day.state === 'closed' && opensOtherwise(site, day.date)).map(({ date }) => date);
  return [
    ...findUnusualDays(days)
      .slice(0, maxNamedDays)
      .map((day): Unusual => ({ about: 'day', day })),
    ...(closed.length > 0 ? [{ about: 'closed', dates: closed } as const] : []),
    ...(missing.length > 0 ? [{ about: 'missing', dates: missing } as const] : []),
    ...told.alerts.slice(0, maxListedAlerts).map((alert): Unusual => ({ about: 'alert', alert })),
    ...more('moreAlerts', told.alerts.length - maxListedAlerts),
    ...told.silent.slice(0, maxNamedSensors).map((sensor): Unusual => ({ about: 'silence', sensor })),
    ...more('moreSilences', told.silent.length - maxNamedSensors),
  ];
}

const more = (about: 'moreAlerts' | 'moreSilences', count: number): readonly Unusual[] =>
  count > 0 ? [{ about, count }] : [];

/** Whether the site opens on that weekday in other weeks, so that a closed day is unusual. */
function opensOtherwise(site: OpeningCalendar, date: LocalDate): boolean {
  return [-14, -7, 7, 14].some((days) => listOpenSpans(site, addDays(date, days)).length > 0);
}

/** Lists each sensor once, longest gap first. Merges the same gap from several answers. */
export function listSilentSensors(site: Topology, silent: readonly SilentSpan[]): readonly SilentSensor[] {
  const byDevice = Map.groupBy(silent, ({ deviceId }) => deviceId);
  return [...byDevice]
    .flatMap(([id, spans]) => {
      const device = site.devices.find((one) => one.id === id);
      return device === undefined ? [] : [{ name: device.name, place: placeOf(site, device), ...joined(spans) }];
    })
    .toSorted((left, right) => right.time - left.time || (left.name < right.name ? -1 : 1));
}

function joined(spans: readonly SilentSpan[]): { readonly span: Span; readonly count: number; readonly time: number } {
  const merged: { from: number; to: number; count: number; time: number }[] = [];
  for (const { from, to, count = 1, time = to - from } of spans.toSorted((left, right) => left.from - right.from)) {
    const last = merged.at(-1);
    if (last === undefined || from > last.to) merged.push({ from, to, count, time });
    else if (last.count === 1 && count === 1) {
      last.to = Math.max(last.to, to);
      last.time = last.to - last.from;
    } else {
      // The gaps of several answers can't be matched, so the larger numbers count.
      last.count = Math.max(last.count, count);
      last.time = Math.max(last.time, time);
      last.to = Math.max(last.to, to);
    }
  }
  return {
    span: { from: merged[0]?.from ?? 0, to: merged.at(-1)?.to ?? 0 },
    count: merged.reduce((sum, one) => sum + one.count, 0),
    time: merged.reduce((sum, one) => sum + one.time, 0),
  };
}

function placeOf(site: Topology, { placements }: Topology['devices'][number]): string | null {
  const at = placements.at(-1)?.at;
  if (at === undefined) return null;
  if ('zoneId' in at) return site.zones.find(({ id }) => id === at.zoneId)?.name ?? null;
  return site.passages.find(({ id }) => id === at.passageId)?.name ?? null;
}

/** Groups consecutive dates to ranges `[from, to]`, both inclusive. */
export function groupDates(dates: readonly LocalDate[]): readonly (readonly [LocalDate, LocalDate])[] {
  const runs: [LocalDate, LocalDate][] = [];
  for (const date of dates) {
    const last = runs.at(-1);
    if (last !== undefined && addDays(last[1], 1) === date) last[1] = date;
    else runs.push([date, date]);
  }
  return runs;
}
