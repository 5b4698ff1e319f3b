import { useQuery } from '@apollo/client/react';
import type { Span } from '@atrium/domain/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import type { ChartAxis } from '../../../charts/index.ts';
import { TimeMarks } from '../../../charts/kinds/time-marks.tsx';
import { useText } from '../../../i18n/index.ts';
import { Icon } from '../../../ui/icons/index.ts';
import { Tooltip } from '../../../ui/overlays/tooltip.tsx';
import { formatMoment } from '../condition-text.ts';
import { SeverityMark } from '../severity-mark.tsx';
import styles from './on-site.module.css';
import { type OpenAlertFragment, SiteAlertsDocument, type SiteAlertsQuery } from './operations.generated.ts';
import { useAlertName, useOpenAlerts } from './use-open-alerts.ts';

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

interface OpenAlertsChipProps {
  readonly installationId: number;
  readonly timezone: string;
}

/** Open alerts of a site: the name of a single one, or their number. */
export function OpenAlertsChip({ installationId, timezone }: OpenAlertsChipProps) {
  const text = useText();
  const { t } = text;
  const nameOf = useAlertName();
  const open = useOpenAlerts()?.filter((entry) => entry.installationId === installationId) ?? [];
  const [first, ...more] = open;
  if (first === undefined) return null;
  return (
    <OpenAlertsLink open={open} className={styles.chip}>
      <Icon name="bell" size={12} />
      <span className={styles.words}>
        {more.length > 0 ? (
          `${t('alerts.panel')}: ${open.length}`
        ) : (
          <>
            <bdi>{nameOf(first)}</bdi> <SeverityMark severity={first.severity} />{' '}
            {t('alerts.since', { when: formatMoment(first.dateBegin, timezone, text, Date.now()) })}
          </>
        )}
      </span>
    </OpenAlertsLink>
  );
}

interface OpenAlertsLinkProps {
  /** Not empty. */
  readonly open: readonly OpenAlertFragment[];
  readonly className: string | undefined;
  /** Accessible name if the content is only an icon. */
  readonly label?: string;
  readonly children: ReactNode;
}

/** Links to the story of a single open alert, or to the list of several. */
function OpenAlertsLink({ open: [first, ...more], className, label, children }: OpenAlertsLinkProps) {
  const look = { className, 'aria-label': label, title: label };
  if (first === undefined || more.length > 0)
    return (
      <Link to="/alerts" search={{ show: 'open' }} {...look}>
        {children}
      </Link>
    );
  return (
    <Link to="/alerts/log/$logId" params={{ logId: String(first.id) }} {...look}>
      {children}
    </Link>
  );
}

interface OpenMarkProps {
  readonly isHere: (entry: OpenAlertFragment) => boolean;
}

/** A bell where alerts are open, e.g. beside a site's name or on a map. Renders nothing without open alerts. */
export function OpenMark({ isHere }: OpenMarkProps) {
  const { t } = useText();
  const nameOf = useAlertName();
  const open = useOpenAlerts()?.filter(isHere) ?? [];
  if (open.length === 0) return null;
  const label = `${t('alerts.panel')}: ${open.map(nameOf).join(', ')}`;
  return (
    <OpenAlertsLink open={open} className={styles.mark} label={label}>
      <Icon name="bell" size={12} />
    </OpenAlertsLink>
  );
}
