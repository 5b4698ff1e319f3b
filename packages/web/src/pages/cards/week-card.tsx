import type { HeatRow } from '@atrium/charts/heat';
import {
  type Granularity,
  getWeekday,
  type Instant,
  instantToWall,
  listWeekdays,
  type SiteCalendar,
  type Span,
  toSiteDay,
  type Weekday,
} from '@atrium/domain/core';
import { formatNumber, formatWeekday } from '@atrium/domain/core/format';
import type { DescriptorKey } from '@atrium/domain/numbers';
import { type Answer, findBusyHours, listHoursOfWeek, parseTypicalWeek, typicalWeeks } from '@atrium/domain/pages';
import { useMemo, useState } from 'react';
import { ChartCard, type ChartTable, formatUnsupported, useCrosshair } from '../../charts/index.ts';
import { HeatGrid, type HeatPlace } from '../../charts/kinds/heat-grid.tsx';
import { useText } from '../../i18n/index.ts';
import type { Explains } from '../explain/index.ts';
import type { Site } from '../site-page/site.ts';
import { Quiet } from './states.tsx';

interface TypicalRow {
  readonly weekday: Weekday;
  readonly closed: boolean;
  readonly values: readonly (number | null)[];
}

interface TypicalWeekRows {
  readonly firstHour: number;
  readonly rows: readonly TypicalRow[];
}

/** Folds the answer for the weeks before today into one week; null if nothing was measured. */
function foldTypicalWeek(answer: Answer, { topology }: Site): TypicalWeekRows | null {
  const week = parseTypicalWeek(answer);
  const busy = findBusyHours(week);
  if (!busy) return null;
  const { spans } = topology.openingHours;
  const rows = listWeekdays(topology.firstWeekday).map((weekday): TypicalRow => {
    const values =
      week.get(weekday)?.slice(busy.first, busy.last + 1) ??
      Array.from({ length: busy.last - busy.first + 1 }, () => null);
    const neverOpen = spans.length > 0 && !spans.some((span) => span.begin[0] === weekday);
    return { weekday, closed: neverOpen && !values.some((value) => value !== null && value > 0), values };
  });
  return { firstHour: busy.first, rows };
}

const formatHour = (hour: number) => `${String(hour % 24).padStart(2, '0')}:00`;

interface WeekCardProps {
  readonly model: { readonly week: Answer; readonly width: Granularity };
  /** The descriptors that the sensors don't report, if that leaves hours empty. */
  readonly notTold?: readonly DescriptorKey[];
  readonly site: Site;
  readonly now: number;
  /** The line and unit of the hourly means. Entries by default. */
  readonly line?: string;
  readonly unit?: string;
  /** Opens the explanation of the mean over these spans; null if there is none. */
  readonly explain: ((spans: readonly Span[]) => void) | null;
}

const height = 234;

interface PeopleWeekProps extends Pick<WeekCardProps, 'site' | 'now'> {
  readonly model: WeekCardProps['model'] & { readonly entries: { readonly notTold: readonly DescriptorKey[] } };
  readonly explains: Explains | null;
}

/** The typical week of a site's entries. */
export function PeopleWeek({ model, site, now, explains }: PeopleWeekProps) {
  const explain = explains && ((spans: readonly Span[]) => explains.open('typicalWeek', spans));
  return <WeekCard {...{ model, site, now, explain }} notTold={model.entries.notTold} />;
}

export function WeekCard({ model, notTold = [], site, now, line, unit, explain }: WeekCardProps) {
  const { t, locale } = useText();
  const [span] = useCrosshair();
  const calendar = site.topology;
  const week = useMemo(() => foldTypicalWeek(model.week, site), [model.week, site]);
  const [pointed, setPointed] = useState<HeatPlace | null>(null);
  const today = cellOf(now, calendar).weekday;
  const rows = useMemo(
    (): readonly HeatRow[] =>
      week?.rows.map(({ weekday, closed, values }) => ({
        label: formatWeekday(weekday, locale, 'short'),
        current: weekday === today,
        closed,
        values,
      })) ?? [],
    [week, locale, today],
  );
  const columns = week?.rows[0]?.values.length ?? 0;
  const firstHour = week?.firstHour ?? 0;
  const every = columns > 16 ? 6 : 3;
  const hours = useMemo(
    () =>
      Array.from({ length: columns }, (_, column) =>
        column % every === 0 && column + every / 2 < columns ? formatHour(firstHour + column) : '',
      ),
    [columns, firstHour, every],
  );
  const cell = cellOf(span !== null && model.width < 86_400 ? span.from : now, calendar);
  const row = listWeekdays(calendar.firstWeekday).indexOf(cell.weekday);
  const column = cell.hour - firstHour;
  const outlined = useMemo(() => (column >= 0 && column < columns ? { row, column } : null), [row, column, columns]);
  const format = (value: number | null) =>
    formatNumber(value === null ? null : Math.round(value), { locale, decimals: 0 });
  const perHour = unit ?? t('counting.week.unit');
  const spoken = (place: HeatPlace) => {
    const value = rows[place.row]?.values[place.column] ?? null;
    const hour = formatHour(firstHour + place.column);
    return `${rows[place.row]?.label} ${hour}: ${value === null ? t('charts.noData') : `${format(value)} ${perHour}`}`;
  };
  const pick = (place: HeatPlace) => {
    const day = week?.rows[place.row];
    if (day === undefined || (day.values[place.column] ?? null) === null) return;
    explain?.(listHoursOfWeek(calendar, toSiteDay(calendar, now), day.weekday, firstHour + place.column));
  };
  const table = (): ChartTable => ({
    columns: [t('charts.when'), ...Array.from({ length: columns }, (_, index) => formatHour(firstHour + index))],
    rows: rows.map((each) => [
      each.label,
      ...each.values.map((value) => (each.closed ? t('charts.closed') : format(value))),
    ]),
  });
  return (
    <ChartCard
      title={t('counting.week')}
      line={pointed ? spoken(pointed) : (line ?? t('counting.week.what', { weeks: typicalWeeks }))}
      table={table}
      height={height}
    >
      {week ? (
        <HeatGrid
          rows={rows}
          hours={hours}
          outlined={outlined}
          unit={perHour}
          pointed={pointed}
          onPoint={setPointed}
          spoken={spoken}
          onPick={explain && pick}
          summary={summaryOf(rows, firstHour, t('counting.week'), format)}
        />
      ) : (
        <Quiet text={notTold.length > 0 ? formatUnsupported(notTold, t) : t('counting.week.none')} />
      )}
    </ChartCard>
  );
}

/** Returns the cell of a typical week. With a late change of day, night hours belong to the day before. */
function cellOf(at: Instant, calendar: SiteCalendar): { readonly weekday: Weekday; readonly hour: number } {
  return {
    weekday: getWeekday(toSiteDay(calendar, at)),
    hour: new Date(instantToWall(calendar.timezone, at)).getUTCHours(),
  };
}

/** Names the busiest hour. */
function summaryOf(
  rows: readonly HeatRow[],
  firstHour: number,
  title: string,
  format: (value: number | null) => string,
): string {
  let best: { label: string; hour: number; value: number } | null = null;
  for (const row of rows)
    for (const [column, value] of row.values.entries())
      if (value !== null && !row.closed && (best === null || value > best.value))
        best = { label: row.label, hour: firstHour + column, value };
  return best === null ? title : `${title}: ${best.label} ${formatHour(best.hour)}, ${format(best.value)}`;
}
