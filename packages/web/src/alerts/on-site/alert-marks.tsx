import { useQuery } from '@apollo/client/react';
import type { Span } from '@atrium/domain/core';
import type { ChartAxis } from '../../charts/index.ts';
import { TimeMarks } from '../../charts/time-marks/index.ts';
import { AlertMark } from './alert-mark.tsx';
import { SiteAlertsDocument } from './operations.generated.ts';

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
