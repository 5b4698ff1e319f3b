import { useQuery } from '@apollo/client/react';
import { type AlertLogRow, alertLogRows } from '@atrium/domain/alerts';
import { dateAt, spanOfDays } from '@atrium/domain/core';
import { dash, formatClock, formatDayName } from '@atrium/domain/core/format';
import { findZone, siteOfZone, zonesOfWidget } from '@atrium/domain/dashboards/widgets';
import { findMetric } from '@atrium/domain/measurements';
import { selfOrDescendants } from '@atrium/domain/sites';
import { useEffect, useMemo } from 'react';
import { type MessageId, type Text, useText } from '../../../i18n/index.ts';
import { codeOf } from '../../counting/states.tsx';
import { Quiet } from '../chrome/quiet.tsx';
import { Skeleton } from '../chrome/skeleton.tsx';
import { EmptyState, FailedState } from '../chrome/state-words.tsx';
import type { WidgetViewProps } from '../view.ts';
import { wordValue } from '../words/metric-words.ts';
import styles from './alert-log.module.css';
import { WidgetAlertLogDocument } from './operations.generated.ts';

const every = 30_000;

/** When alerts fired at the widget's zones and those inside them: the greatest value first, three in sight. */
export function View({ widget, context, site, setLine, setTable }: WidgetViewProps) {
  const text = useText();
  const { say } = text;
  const metrics = (widget.metrics ?? []).map(({ type }) => type);
  const zoneIds = zonesOfWidget(widget, context).flatMap((zoneId) => {
    const found = siteOfZone(context.sites, zoneId);
    return found ? [...selfOrDescendants(found.zones, [zoneId])] : findZone(context.sites, zoneId) ? [zoneId] : [];
  });
  const spans = context.filters.ranges.map(({ from, to }) => spanOfDays(site.topology, from, to));
  const asks = metrics.length > 0 && zoneIds.length > 0;
  const { data, error, refetch } = useQuery(WidgetAlertLogDocument, {
    variables: {
      zoneIds: [...new Set(zoneIds)],
      begin: Math.min(...spans.map(({ from }) => from)),
      end: Math.max(...spans.map(({ to }) => to)),
    },
    skip: !asks,
    pollInterval: every,
    fetchPolicy: 'network-only',
  });
  const { alertIds } = widget;
  const rows = useMemo(() => {
    const nodes = data?.alertLogConnection.nodes ?? [];
    const wanted = nodes.filter(({ alertId }) => alertIds === undefined || alertIds.includes(alertId));
    return alertLogRows(wanted).filter(({ type }) => metrics.includes(type));
  }, [data, alertIds, metrics.join()]);
  const timezone = site.topology.timezone;
  const written = useMemo(() => rows.map((row) => cellsOf(row, timezone, context.now, text)), [rows, timezone, context.now, text]);
  const columns = useMemo(
    () => [say('alertLog.zone'), say('alertLog.value'), say('alertLog.threshold'), say('alertLog.time')],
    [say],
  );
  const count = data ? rows.length : null;
  useEffect(() => {
    setLine(count === null ? null : say('alertLog.count', { count }));
    return () => setLine(null);
  }, [setLine, count, say]);
  useEffect(() => {
    setTable(written.length === 0 ? null : () => ({ columns, rows: written.map((row) => [row.zone, row.value, row.threshold, row.time]) }));
    return () => setTable(null);
  }, [setTable, written, columns]);
  if (!asks) return <EmptyState why="noMatch" site={site} now={context.now} isLive={false} />;
  if (error && !data) return <FailedState code={codeOf(error)} retry={() => void refetch()} />;
  if (!data) return <Skeleton type="alertLogTable" count={3} />;
  if (written.length === 0)
    return <Quiet icon="check" title={say('alertLog.none')} detail={say('alertLog.none.detail')} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={styles.scroll} tabIndex={0} aria-label={widget.title}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {written.map((row) => (
            <tr key={row.key}>
              <th scope="row">
                <bdi className={row.isDeleted ? styles.deleted : undefined}>{row.zone}</bdi>
                <span className={styles.metric}>{row.metric}</span>
              </th>
              <td className={styles.value}>
                <bdi dir="ltr">{row.value}</bdi>
              </td>
              <td>
                <bdi dir="ltr">{row.threshold}</bdi>
              </td>
              <td>
                <bdi>{row.time}</bdi>
                <span className={styles.metric}>{row.isHolding ? say('alertLog.holding') : ''}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function cellsOf(row: AlertLogRow, timezone: string, now: number, { say, locale }: Text) {
  const { type, zoneName, dateBegin, dateEnd } = row;
  const metric = findMetric(type);
  const worded = (value: number | null) => {
    if (value === null || !metric) return dash;
    const { text, unit } = wordValue(value, metric, { decimals: metric.decimals, hideUnit: false, formatter: null }, { say, locale });
    return unit === '' ? text : `${text}\u00a0${unit}`;
  };
  const date = dateAt(timezone, dateBegin);
  const clock = formatClock(dateBegin, timezone);
  return {
    key: `${zoneName} ${dateBegin} ${type}`,
    zone: zoneName ?? say('alertLog.deletedZone'),
    isDeleted: zoneName === null,
    metric: metric ? say(`metric.${metric.id}` as MessageId) : type,
    value: worded(row.value),
    threshold: worded(row.threshold),
    time: date === dateAt(timezone, now) ? clock : `${formatDayName(date, locale)}, ${clock}`,
    isHolding: dateEnd === null,
  };
}
