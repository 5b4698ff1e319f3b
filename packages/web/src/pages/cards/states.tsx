import type { Reason } from '@atrium/domain/core';
import { type CardType, listTabRows, type SiteTab } from '@atrium/domain/pages';
import type { ReactNode } from 'react';
import { loadMetricsMessages, useText } from '../../i18n/index.ts';
import { Button } from '../../ui/form/button.tsx';
import { Icon } from '../../ui/icons/index.ts';
import { lazyComponent } from '../../ui/page/lazy-component.tsx';
import styles from './cards.module.css';

/** Shown if no zone of the site matches the filters. */
export function NothingMatches() {
  const { t } = useText();
  return (
    <div className={styles.empty}>
      <Icon name="filter" size={20} />
      <p className={styles.emptyTitle}>{t('counting.empty.nothingMatches')}</p>
      <p>{t('counting.empty.noZoneMatches')}</p>
    </div>
  );
}

export function Quiet({ text }: { readonly text: string }) {
  return (
    <div className={styles.empty}>
      <p>{text}</p>
    </div>
  );
}

/** Returns the message key of the advice for a server error code; null if the server sent none. */
export const getFailureMessage = (code: string | null) => details[code ?? ''] ?? 'counting.failed.detail';

/** Errors that other filters or a later retry resolve. */
const details: Readonly<Record<string, `counting.failed.${'tooWide' | 'tooExpensive' | 'gone' | 'overloaded'}`>> = {
  RANGE_TOO_WIDE: 'counting.failed.tooWide',
  TOO_EXPENSIVE: 'counting.failed.tooExpensive',
  READINGS_GONE: 'counting.failed.gone',
  OVERLOADED: 'counting.failed.overloaded',
};

/** Loaded on demand: rarely needed, with many messages. */
const RefusalText = lazyComponent(async () => {
  const [{ RefusalText: text }] = await Promise.all([import('../words/refusal-text.tsx'), loadMetricsMessages()]);
  return text;
});

/** Shown if the numbers cannot be loaded. The filters stay available, so that the user can try others. */
export function NumbersFailed({
  code,
  reason,
  retry,
}: {
  readonly code: string | null;
  readonly reason?: Reason | undefined;
  readonly retry: () => void;
}) {
  const { t } = useText();
  const forbidden = code === 'FORBIDDEN';
  return (
    <div className={styles.failed} role="alert">
      <Icon name={forbidden ? 'lock' : 'alert'} size={20} />
      <p className={styles.emptyTitle}>{t(forbidden ? 'counting.empty.forbidden' : 'counting.failed')}</p>
      {reason ? (
        <RefusalText reason={reason} waiting={<p>{t('counting.loading')}</p>} />
      ) : (
        <p>{t(forbidden ? 'counting.empty.forbidden.detail' : getFailureMessage(code))}</p>
      )}
      {!forbidden && !reason && (
        <Button icon="reload" onClick={retry}>
          {t('counting.retry')}
        </Button>
      )}
    </div>
  );
}

/** Rows of two cards are side by side, a chart alone has its own margin. */
export function CardRow({ types, children }: { readonly types: readonly CardType[]; readonly children: ReactNode }) {
  if (types.length > 1) return <div className={styles.charts}>{children}</div>;
  return types[0] === 'series' ? <div className={styles.single}>{children}</div> : children;
}

interface SkeletonProps {
  readonly tab: SiteTab;
  /** Whether there are more numbers than four cards hold. */
  readonly isLong?: boolean;
}

/** Shows a tab's skeleton while its numbers load. It matches the loaded page, so that the layout does not shift. */
export function TabSkeleton({ tab, isLong = false }: SkeletonProps) {
  const { t } = useText();
  return (
    <div role="status" aria-label={t('counting.loading')}>
      {listTabRows(tab).map((row) => (
        <CardRow key={row[0]?.type} types={row.map(({ type }) => type)}>
          {row.map(({ type }) => (
            <Ghost key={type} type={type} isLong={isLong} />
          ))}
        </CardRow>
      ))}
    </div>
  );
}

const sentence = <div className={styles.ghostHeadline} />;
const chart = <div className={`${styles.ghostChart} ${styles.ghost}`} />;
const table = <div className={`${styles.ghostTable} ${styles.ghost}`} />;

const ghosts: Readonly<Record<CardType, ReactNode>> = {
  peopleSentence: sentence,
  peopleNumbers: <Numbers count={4} />,
  peopleSeries: chart,
  peopleWeek: chart,
  zoneTable: table,
  energySentence: sentence,
  numbers: <Numbers count={4} />,
  series: chart,
  week: chart,
  partTable: table,
  sensorLanes: table,
  deviceNotes: null,
  airSentence: sentence,
  airNumbers: <Numbers count={4} />,
  airShares: chart,
  airTable: table,
  rooms: <Numbers count={4} />,
};

/** The shape of a card that is not loaded yet. */
export function Ghost({ type, isLong = false }: { readonly type: CardType; readonly isLong?: boolean }) {
  return isLong && type === 'peopleNumbers' ? <Numbers count={8} /> : ghosts[type];
}

function Numbers({ count }: { readonly count: number }) {
  return (
    <div className={styles.kpis}>
      {Array.from({ length: count }, (_, card) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: shapes have no other name
        <div key={card} className={`${styles.kpi} ${styles.ghost}`} />
      ))}
    </div>
  );
}
