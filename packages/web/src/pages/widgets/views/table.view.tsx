import type { Span } from '@atrium/domain/core';
import { compareFigure, type DescriptorKey, type UsualRange } from '@atrium/domain/numbers';
import { getUnsupported } from '@atrium/domain/pages';
import type { Widget } from '@atrium/domain/pages/definitions';
import {
  getComparisonMode,
  getWidgetSettings,
  hasTimeRows,
  type WidgetNumbers,
  type WidgetSeries,
} from '@atrium/domain/pages/widgets';
import { useEffect, useMemo, useState } from 'react';
import { BulletBar, DeltaChip, formatUnsupported } from '../../../charts/index.ts';
import { type MessageId, useText } from '../../../i18n/index.ts';
import { type Column, Table } from '../../../ui/table/table.tsx';
import { formatCompareModeShort, formatTooFew, getCommonTooFew } from '../../filters/filter-texts.ts';
import { getValueColor } from '../../words/limits.ts';
import { formatMetricValue, formatSeriesName, getWording, type Reader } from '../../words/metric-texts.ts';
import { formatStepTime } from '../../words/table-texts.ts';
import { Value } from '../../words/value.tsx';
import { listItems } from '../pictures/items.ts';
import type { WidgetViewProps } from '../pictures/view.ts';
import styles from './table.module.css';

interface Sorting {
  readonly column: number;
  readonly isDescending: boolean;
}

/** A row per group or time step, a column per metric. Column headers sort. */
export function View({ widget, numbers, context, height, site, setLine, act, explains }: WidgetViewProps) {
  const { t, locale, dateFormat } = useText();
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const settings = getWidgetSettings(widget);
  const { columns, rows } = useMemo(() => {
    const reader = { t, locale, dateFormat };
    const course = buildTimeRows(widget, numbers, site.topology.timezone, reader);
    if (course) return course;
    const items = listItems(widget, numbers, reader);
    const names = [...new Set(items.map(({ column }) => column))];
    return {
      columns: names.map((name) => name || t('charts.value')),
      rows: [...Map.groupBy(items, ({ row }) => row)].map(
        ([name, cells]): TableRow => ({
          name,
          zoneId: cells[0]?.zoneId ?? null,
          cells: names.map((column) => {
            const found = cells.find((item) => item.column === column);
            if (!found) return null;
            const { point } = found.series;
            return { ...found, span: null, notTold: getUnsupported(point) };
          }),
        }),
      ),
    };
  }, [widget, numbers, site, t, locale, dateFormat]);
  const [first] = numbers.series;
  const [group] = first?.groups ?? [];
  const firstHead = rowHead();
  const usual = usualWord();
  useEffect(() => {
    setLine(usual);
    return () => setLine(null);
  }, [setLine, usual]);
  const sorted = useMemo(() => sortRows(rows, sorting), [rows, sorting]);
  const highest = columns.map((_, column) => Math.max(1e-9, ...rows.map(({ cells }) => cells[column]?.value ?? 0)));
  return (
    <Table
      scroll={{ ...whole(height), className: styles.scroll, 'aria-label': widget.title }}
      className={styles.table}
      columns={[
        {
          key: 'name',
          head: firstHead,
          isName: true,
          cell: ({ zoneId, name }) =>
            zoneId !== null && act?.chooseZone ? (
              <button type="button" className={styles.name} onClick={() => act.chooseZone?.(zoneId)}>
                {name}
              </button>
            ) : (
              name
            ),
        },
        ...columns.map(
          (name, column): Column<TableRow> => ({
            key: name,
            head: <span className={styles.metric}>{name}</span>,
            isNumber: true,
            sort: {
              by: sortWord(sorting, column),
              turn: () => setSorting({ column, isDescending: sorting?.column !== column || !sorting.isDescending }),
            },
            cell: ({ cells }) => {
              const cell = cells[column];
              return (
                cell && (
                  <Cell
                    cell={cell}
                    share={settings.isPercentage || column === 0 ? (cell.value ?? 0) / (highest[column] ?? 1) : null}
                    explain={explains && (() => explains.open(cell.series.key, cell.span === null ? [] : [cell.span]))}
                    tone={getValueColor(cell.value, cell.series.metric.id, settings)}
                  />
                )
              );
            },
          }),
        ),
      ]}
      rows={sorted}
      keyOf={({ name }) => name}
    />
  );

  /** Returns the header of the row names: time, or what the numbers are grouped by. */
  function rowHead(): string {
    if (hasTimeRows(numbers.series)) return t('charts.when');
    const word = t(group === undefined ? 'widgets.choose.metric' : (`widgets.word.group.${group.type}` as MessageId));
    return word.slice(0, 1).toLocaleUpperCase(locale) + word.slice(1);
  }

  /** Returns what the changes are compared with. */
  function usualWord(): string | null {
    const metric = first === undefined ? undefined : widget.metrics?.[first.index];
    const mode = metric === undefined ? null : getComparisonMode(widget, metric, context);
    const tooFew = getCommonTooFew(numbers.series);
    if (mode !== null && tooFew !== null) return formatTooFew(tooFew, { t, locale });
    if (mode === null || numbers.series.every(({ usual }) => usual === null)) return null;
    return t('counting.vs', {
      what: formatCompareModeShort(mode, context.filters.ranges, { t, locale }, first?.times),
    });
  }
}

/** Limits the height on the page. In a picture the table shows all rows. */
const whole = (height: number) => ({ 'data-export': 'whole', style: { blockSize: height } });

function Cell({
  cell,
  share,
  tone,
  explain,
}: {
  readonly cell: TableCell;
  readonly share: number | null;
  readonly explain: (() => void) | null;
  readonly tone: string | null;
}) {
  const { t } = useText();
  const { metric } = cell.series;
  const { change, side } = compareFigure({ metric, value: cell.value, usual: cell.usual, range: cell.range });
  return (
    <span className={styles.cell}>
      <span className={styles.value}>
        {tone !== null && <span className={styles.mark} style={{ background: tone }} aria-hidden="true" />}
        <Value text={cell.text} explain={cell.value === null ? null : explain} />
      </span>
      <span className={styles.second} data-words={cell.notTold.length > 0 || undefined}>
        {cell.notTold.length > 0 ? (
          formatUnsupported(cell.notTold, t)
        ) : change || side ? (
          <DeltaChip delta={change} side={side} decimals={change?.points ? 2 : 1} isBrief />
        ) : (
          share !== null && <BulletBar share={share} tone="data" />
        )}
      </span>
    </span>
  );
}

function sortRows(rows: readonly TableRow[], sorting: Sorting | null): readonly TableRow[] {
  if (sorting === null) return rows;
  const direction = sorting.isDescending ? -1 : 1;
  const amountOf = ({ cells }: TableRow) => cells[sorting.column]?.value ?? null;
  // Rows without a value come last in either order.
  return rows.toSorted((one, other) => {
    const [left, right] = [amountOf(one), amountOf(other)];
    if (left === null || right === null) return left === right ? 0 : left === null ? 1 : -1;
    return direction * (left - right);
  });
}

function sortWord(sorting: Sorting | null, column: number): 'ascending' | 'descending' | null {
  if (sorting?.column !== column) return null;
  return sorting.isDescending ? 'descending' : 'ascending';
}

interface TableCell {
  readonly series: WidgetSeries;
  readonly value: number | null;
  readonly usual: number | null;
  /** The range of the usual; null without one. */
  readonly range: UsualRange | null;
  readonly text: string;
  /** The descriptors that the sensors don't report, if that is why there is no number. */
  readonly notTold: readonly DescriptorKey[];
  /** Its time step; null for a total. */
  readonly span: Span | null;
}

interface TableRow {
  readonly name: string;
  readonly zoneId: number | null;
  readonly cells: readonly (TableCell | null)[];
}

/** Returns one row per time step, newest first; null if the numbers are no time series. */
function buildTimeRows(widget: Widget, { series }: WidgetNumbers, timezone: string, reader: Reader) {
  const courses = series.filter(({ buckets }) => buckets !== null && buckets.length > 0);
  if (courses.length === 0) return null;
  const { rowFormatter } = getWidgetSettings(widget);
  const times = new Map(courses.flatMap(({ buckets }) => (buckets ?? []).map(({ from, to }) => [from, to] as const)));
  return {
    columns: courses.map((each) => formatSeriesName(widget, each, courses, reader)),
    rows: [...times]
      .sort(([one], [other]) => other - one)
      .map(
        ([from, to]): TableRow => ({
          name: formatStepTime(from, to, timezone, reader),
          zoneId: null,
          cells: courses.map((each): TableCell => {
            const bucket = each.buckets?.find((other) => other.from === from);
            const value = bucket?.point?.state === 'known' ? bucket.point.value : null;
            const own = getWording(widget, each.index, each.metric);
            const wording = rowFormatter === null ? own : { ...own, formatter: rowFormatter };
            return {
              series: each,
              value,
              usual: bucket?.usualNow === undefined ? (bucket?.usual ?? null) : bucket.usualNow,
              range: bucket?.usualNow == null ? null : (bucket.range ?? null),
              span: { from, to },
              notTold: getUnsupported(bucket?.point),
              text: formatMetricValue(value, each.metric, wording, reader),
            };
          }),
        }),
      ),
  };
}
