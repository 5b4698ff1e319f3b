import { instantToDate, type Reason } from '@atrium/domain/core';
import { formatClock, formatDay } from '@atrium/domain/core/format';
import type { DescriptorKey } from '@atrium/domain/numbers';
import type { WidgetType } from '@atrium/domain/pages/definitions';
import { type Emptiness, getWidgetSpec } from '@atrium/domain/pages/widgets';
import { getOpenState } from '@atrium/domain/sites';
import type { ReactNode } from 'react';
import { formatUnsupported } from '../../../charts/index.ts';
import { useText } from '../../../i18n/index.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Icon, type IconName } from '../../../ui/icons/index.ts';
import cards from '../../cards/cards.module.css';
import { TariffLink } from '../../cards/no-tariff.tsx';
import type { Site } from '../../site-page/site.ts';
import { formatReason } from '../../words/refusal-text.tsx';
import styles from './chrome.module.css';

const icons: Record<Emptiness | 'tooWide', IconName> = {
  closed: 'lock',
  nobody: 'person',
  offline: 'offline',
  notTold: 'person',
  noMatch: 'filter',
  noTariff: 'energy',
  tooWide: 'calendar',
};

/** Explains why a widget is empty. */
export function EmptyState({
  why,
  notTold = [],
  site,
  now,
  isLive,
}: {
  readonly why: Emptiness | 'tooWide';
  /** The descriptors that the sensors don't report, if that is the reason. */
  readonly notTold?: readonly DescriptorKey[];
  readonly site: Site | null;
  readonly now: number;
  readonly isLive: boolean;
}) {
  const text = useText();
  const { t } = text;
  const next = why === 'closed' && site ? getOpenState(site.topology, now).until : null;
  const zone = site?.topology.timezone ?? 'UTC';
  const when =
    next === null
      ? null
      : instantToDate(zone, next) === instantToDate(zone, now)
        ? formatClock(next, zone)
        : t('charts.dayAndTime', { day: formatDay(instantToDate(zone, next), text), time: formatClock(next, zone) });
  const title =
    why === 'notTold'
      ? formatUnsupported(notTold, t)
      : t(why === 'nobody' && isLive ? 'widgets.empty.nobodyYet' : `widgets.empty.${why}`);
  const detail =
    why === 'closed' ? (when === null ? null : t('widgets.empty.opens', { when })) : t(`widgets.empty.${why}.detail`);
  return (
    <Quiet icon={icons[why]} title={title} detail={detail}>
      {why === 'noTariff' && site !== null && <TariffLink siteId={site.topology.installationId} />}
    </Quiet>
  );
}

/** Shown if the numbers cannot be loaded: forbidden, too expensive or failed. */
export function FailedState({
  code,
  reason,
  retry,
}: {
  readonly code: string | null;
  readonly reason?: Reason;
  readonly retry: () => void;
}) {
  const { t } = useText();
  if (reason) return <Quiet icon="alert" title={t('widgets.refused')} detail={formatReason(t, reason)} />;
  if (code === 'FORBIDDEN')
    return <Quiet icon="lock" title={t('widgets.forbidden')} detail={t('widgets.forbidden.detail')} />;
  if (code === 'NOT_FOUND')
    return <Quiet icon="lock" title={t('widgets.notFound')} detail={t('widgets.notFound.detail')} />;
  if (code === 'READINGS_GONE')
    return <Quiet icon="calendar" title={t('widgets.empty.gone')} detail={t('widgets.empty.gone.detail')} />;
  if (code === 'RANGE_TOO_WIDE')
    return <Quiet icon="calendar" title={t('widgets.empty.tooWide')} detail={t('widgets.empty.tooWide.detail')} />;
  if (code === 'TOO_EXPENSIVE')
    return <Quiet icon="calendar" title={t('widgets.tooExpensive')} detail={t('widgets.tooExpensive.detail')} />;
  const why = code === 'OVERLOADED' ? 'widgets.overloaded' : 'widgets.failed';
  return (
    <Quiet icon="alert" title={t(why)} detail={t(`${why}.detail`)} isAlert>
      <Button icon="reload" onClick={retry}>
        {t('widgets.retry')}
      </Button>
    </Quiet>
  );
}

/** A widget's state in words: an icon, a title, its meaning and an action. */
export function Quiet({
  icon,
  title,
  detail,
  children,
  isAlert = false,
}: {
  readonly icon: IconName;
  readonly title: string;
  readonly detail?: string | null;
  readonly children?: ReactNode;
  readonly isAlert?: boolean;
}) {
  return (
    <div className={styles.quiet} {...(isAlert ? { role: 'alert' } : {})}>
      <Icon name={icon} size={20} />
      <p className={styles.quietTitle}>{title}</p>
      {detail && <p className={styles.quietDetail}>{detail}</p>}
      {children}
    </div>
  );
}

/** A widget's skeleton in its final size. */
export function Skeleton({ type, count }: { readonly type: WidgetType; readonly count: number }) {
  const { t } = useText();
  const { outline } = getWidgetSpec(type);
  const places = Array.from({ length: Math.max(1, count) }, (_, place) => place);
  return (
    <div role="status" aria-label={t('widgets.loading')} style={{ blockSize: '100%' }}>
      {outline === 'cards' ? (
        <div className={cards.kpis}>
          {places.map((place) => (
            <div key={place} className={styles.ghostCard} />
          ))}
        </div>
      ) : outline === 'rows' ? (
        <div className={styles.ghostRows} data-type={type}>
          {[0, 1, 2, 3, 4, 5, 6, 7].map((place) => (
            <div key={place} className={styles.ghostRow} />
          ))}
        </div>
      ) : (
        <div className={outline === 'ring' ? styles.ghostRing : styles.ghost} data-type={type} />
      )}
    </div>
  );
}
