import type { Reason } from '@atrium/domain/core';
import type { SkeletonPart } from '@atrium/domain/pages';
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

/** Shows the page's skeleton, in the final sizes, while the numbers load. */
export function CountingSkeleton({ parts }: { readonly parts: readonly SkeletonPart[] }) {
  const { t } = useText();
  return (
    <div role="status" aria-label={t('counting.loading')}>
      {parts.map((part) => (
        <Ghost key={part} part={part} />
      ))}
    </div>
  );
}

function Ghost({ part }: { readonly part: SkeletonPart }) {
  const chart = <div className={`${styles.ghostChart} ${styles.ghost}`} />;
  switch (part) {
    case 'headline':
      return <div className={styles.ghostHeadline} />;
    case 'kpis':
    case 'moreKpis':
      return (
        <div className={styles.kpis}>
          {Array.from({ length: part === 'kpis' ? 4 : 8 }, (_, card) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: shapes have no other name
            <div key={card} className={`${styles.kpi} ${styles.ghost}`} />
          ))}
        </div>
      );
    case 'chart':
      return <div className={styles.single}>{chart}</div>;
    case 'charts':
      return (
        <div className={styles.charts}>
          {chart}
          {chart}
        </div>
      );
    case 'table':
      return <div className={`${styles.ghostTable} ${styles.ghost}`} />;
  }
}
