import { type AlertLogItem, type AlertLogRow, buildAlertLogRows } from '@atrium/domain/actions/alerts';
import { instantToDate, type Span, toDaysSpan } from '@atrium/domain/core';
import { dash, formatClock, formatDay } from '@atrium/domain/core/format';
import { findMetric } from '@atrium/domain/numbers';
import type { Widget } from '@atrium/domain/pages/definitions';
import { findZoneSite, listWidgetZones, type WidgetContext } from '@atrium/domain/pages/widgets';
import { selfOrDescendants } from '@atrium/domain/sites';
import { useEffect, useMemo } from 'react';
import { type MessageId, type Text, useText } from '../../../i18n/index.ts';
import { Table } from '../../../ui/table/table.tsx';
import { formatValueParts } from '../../words/metric-texts.ts';
import { EmptyState, FailedState, Quiet, Skeleton } from '../chrome/widget-states.tsx';
import type { WidgetViewProps } from '../pictures/view.ts';
import styles from './alert-log.module.css';
import { type AlertLogFilter, useAlertLog } from './use-alert-log.ts';

/** Lists the firings of alerts in the widget's zones and the zones within, highest value first, three visible. */
export function View({ widget, context, site, setLine, setTable }: WidgetViewProps) {
  const text = useText();
  const { t } = text;
  const filter = useMemo(() => filterOf(widget, context, site), [widget, context, site]);
  const { log, failure, isStale, retry } = useAlertLog(filter);
  const spans = useMemo(() => spansOf(context, site), [context, site]);
  const rows = useMemo(() => rowsOf(widget, spans, log?.nodes ?? []), [widget, spans, log]);
  const timezone = site.topology.timezone;
  const written = useMemo(
    () => rows.map((row) => cellsOf(row, timezone, context.now, text)),
    [rows, timezone, context.now, text],
  );
  const columns = useMemo(
    () => [t('alertLog.zone'), t('alertLog.value'), t('alertLog.threshold'), t('alertLog.time')],
    [t],
  );
  const count = log ? rows.length : 0;
  const unread = log ? log.count - log.nodes.length : 0;
  useEffect(() => {
    const older = unread > 0 ? ` · ${t('alertLog.older', { count: unread })}` : '';
    setLine(count === 0 ? null : `${t('alertLog.count', { count })}${older}`);
    return () => setLine(null);
  }, [setLine, count, unread, t]);
  useEffect(() => {
    setTable(
      written.length === 0
        ? null
        : (form) => ({
            columns: [columns[0] ?? '', t('widgets.choose.metric'), ...columns.slice(1)],
            rows: written.map((row) => [row.zone, row.metric, ...row[form]]),
          }),
    );
    return () => setTable(null);
  }, [setTable, written, columns, t]);
  if (filter === null) return <EmptyState why="noMatch" site={site} now={context.now} isLive={false} />;
  if (failure) return <FailedState code={failure.code} retry={retry} />;
  if (!log) return <Skeleton type="alertLogTable" count={3} />;
  if (written.length === 0) return <Quiet icon="check" title={t('alertLog.none')} detail={t('alertLog.none.detail')} />;
  return (
    <Table
      scroll={{ className: styles.scroll, 'aria-label': widget.title, 'aria-busy': isStale }}
      className={styles.table}
      columns={[
        {
          key: 'zone',
          head: columns[0],
          isName: true,
          cell: ({ zone, metric, isDeleted }) => (
            <>
              <bdi className={isDeleted ? styles.deleted : undefined}>{zone}</bdi>
              <span className={styles.metric}>{metric}</span>
            </>
          ),
        },
        { key: 'value', head: columns[1], cellClass: styles.value, cell: ({ value }) => <bdi>{value}</bdi> },
        { key: 'threshold', head: columns[2], cell: ({ threshold }) => <bdi>{threshold}</bdi> },
        {
          key: 'time',
          head: columns[3],
          cell: ({ time, isHolding }) => (
            <>
              <bdi>{time}</bdi>
              <span className={styles.metric}>{isHolding ? t('alertLog.holding') : ''}</span>
            </>
          ),
        },
      ]}
      rows={written}
      keyOf={({ key }) => key}
    />
  );
}

/** Null without a zone or a metric: then there is nothing to query (G06). */
function filterOf(widget: Widget, context: WidgetContext, site: WidgetViewProps['site']): AlertLogFilter | null {
  const zoneIds = listWidgetZones(widget, context).flatMap((zoneId) => {
    const found = findZoneSite(context.sites, zoneId);
    return found ? [...selfOrDescendants(found.zones, [zoneId])] : [];
  });
  if ((widget.metrics ?? []).length === 0 || zoneIds.length === 0) return null;
  const spans = spansOf(context, site);
  return {
    zoneIds: [...new Set(zoneIds)],
    begin: Math.min(...spans.map(({ from }) => from)),
    end: Math.max(...spans.map(({ to }) => to)),
  };
}

type Entry = AlertLogItem & { readonly alertId: number };

const spansOf = ({ filters }: WidgetContext, { topology }: WidgetViewProps['site']): readonly Span[] =>
  filters.ranges.map(({ from, to }) => toDaysSpan(topology, from, to));

function rowsOf(
  { alertIds, metrics = [] }: Widget,
  spans: readonly Span[],
  entries: readonly Entry[],
): readonly AlertLogRow[] {
  const wanted = entries.filter(
    ({ alertId, dateBegin, dateEnd }) =>
      (alertIds === undefined || alertIds.includes(alertId)) &&
      // The query covers the first to the last day. This drops the days between that are not selected.
      spans.some(({ from, to }) => dateBegin < to && (dateEnd ?? Infinity) >= from),
  );
  return buildAlertLogRows(wanted).filter(({ type }) => metrics.some((metric) => metric.type === type));
}

function cellsOf(row: AlertLogRow, timezone: string, now: number, { t, locale, dateFormat }: Text) {
  const { type, zoneName, dateBegin, dateEnd } = row;
  const metric = findMetric(type);
  const worded = (value: number | null) => {
    if (value === null || !metric) return dash;
    const { text, unit } = formatValueParts(
      value,
      metric,
      { decimals: metric.decimals, hideUnit: false, formatter: null },
      { t, locale },
    );
    return unit === '' ? text : `${text}\u00a0${unit}`;
  };
  const date = instantToDate(timezone, dateBegin);
  const clock = formatClock(dateBegin, timezone);
  const told = {
    value: worded(row.value),
    threshold: worded(row.threshold),
    time:
      date === instantToDate(timezone, now)
        ? clock
        : t('charts.dayAndTime', { day: formatDay(date, { locale, dateFormat }), time: clock }),
  };
  return {
    key: `${zoneName} ${dateBegin} ${type}`,
    zone: zoneName ?? t('alertLog.deletedZone'),
    isDeleted: zoneName === null,
    metric: metric ? t(`metric.${metric.id}` as MessageId) : type,
    ...told,
    isHolding: dateEnd === null,
    read: [told.value, told.threshold, told.time],
    plain: [bare(row.value), bare(row.threshold), `${date} ${clock}`],
  };
}

const bare = (value: number | null) => (value === null ? '' : String(value));
