import { useQuery } from '@apollo/client/react';
import type { Span } from '@atrium/domain/core';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import type { ChartAxis } from '../../../charts/index.ts';
import { TimeMarks } from '../../../charts/kinds/time-marks.tsx';
import { useText } from '../../../i18n/index.ts';
import { Icon } from '../../../ui/icons/index.ts';
import { Tooltip } from '../../../ui/overlays/tooltip.tsx';
import { formatMoment } from '../index.ts';
import { useAlertName } from './index.ts';
import styles from './on-site.module.css';
import { SiteAlertsDocument, type SiteAlertsQuery } from './operations.generated.ts';

interface AlertMarksProps extends ChartAxis {
  readonly zones: readonly { readonly id: number }[];
  readonly timezone: string;
  /** Tells whether alerts on a metric belong to this chart. */
  readonly watches: (metric: string) => boolean;
}

/** Polling interval, ms. Open alerts appear beside the title at once, so marks may lag. */
const askAgain = 60_000;

/** Firings of a site's alerts, drawn over a chart of the watched metric. */
export function AlertMarks({ zones, timezone, watches, ...axis }: AlertMarksProps) {
  const span = timeOf(axis);
  const { data } = useQuery(SiteAlertsDocument, {
    variables: { zoneIds: zones.map(({ id }) => id), begin: span.from, end: span.to },
    pollInterval: askAgain,
  });
  const nodes = data?.alertLogConnection.nodes ?? [];
  const shown = nodes.filter(({ metrics }) => metrics.some(({ type }) => watches(type)));
  if (shown.length === 0) return null;
  const marks = shown.map((entry) => ({
    key: entry.id,
    span: { from: entry.dateBegin, to: entry.dateEnd ?? Date.now() },
    mark: (isAtEnd: boolean) => <AlertMark {...{ entry, timezone, isAtEnd }} />,
  }));
  return <TimeMarks {...axis} marks={marks} />;
}

const timeOf = ({ buckets }: ChartAxis): Span => ({ from: buckets[0]?.from ?? 0, to: buckets.at(-1)?.to ?? 0 });

interface AlertMarkProps {
  readonly entry: SiteAlertsQuery['alertLogConnection']['nodes'][number];
  readonly timezone: string;
  readonly isAtEnd: boolean;
}

/** A firing in a chart, with a link to its story. */
function AlertMark({ entry, timezone, isAtEnd }: AlertMarkProps) {
  const tip = useId();
  const text = useText();
  const { id, dateBegin, dateEnd, zoneName } = entry;
  const moment = (at: number) => formatMoment(at, timezone, text, Date.now());
  const name = useAlertName()(entry);
  const when =
    dateEnd === null
      ? text.t('alerts.since', { when: moment(dateBegin) })
      : `\u2066${moment(dateBegin)}–${moment(dateEnd)}\u2069`;
  const label = [name, zoneName, when].filter((word) => word !== null).join(' · ');
  return (
    <>
      <Link to="/alerts/log/$logId" params={{ logId: String(id) }} className={styles.mark} aria-labelledby={tip}>
        <Icon name="bell" size={12} />
      </Link>
      <Tooltip id={tip} isAtEnd={isAtEnd}>
        <bdi>{label}</bdi>
      </Tooltip>
    </>
  );
}
