import type { Reason } from '@atrium/domain/core';
import { loadMetricsMessages, useText } from '../../i18n/index.ts';
import { Button } from '../../ui/form/index.ts';
import { Icon } from '../../ui/icons/index.ts';
import { latePart } from '../../ui/loading/index.ts';
import styles from './cards.module.css';

/** No zone of the site is what the filters ask for. */
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

/** What helps where numbers could not be loaded, by the server's code; null: it gave none. */
export const failureDetail = (code: string | null) => details[code ?? ''] ?? 'counting.failed.detail';

/** What another choice of filters, or some patience, helps against. */
const details: Readonly<Record<string, `counting.failed.${'tooWide' | 'tooExpensive' | 'gone' | 'overloaded'}`>> = {
  RANGE_TOO_WIDE: 'counting.failed.tooWide',
  TOO_EXPENSIVE: 'counting.failed.tooExpensive',
  READINGS_GONE: 'counting.failed.gone',
  OVERLOADED: 'counting.failed.overloaded',
};

/** Rarely needed, and with many words: fetched when somebody has to read them. */
const RefusalText = latePart(async () => {
  const [{ RefusalText: text }] = await Promise.all([import('../refusal/refusal-text.tsx'), loadMetricsMessages()]);
  return text;
});

/** The numbers could not be had; the filters stay, so that another choice may work. */
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
        <p>{t(forbidden ? 'counting.empty.forbidden.detail' : failureDetail(code))}</p>
      )}
      {!forbidden && !reason && (
        <Button icon="reload" onClick={retry}>
          {t('counting.retry')}
        </Button>
      )}
    </div>
  );
}

/** From above; a page before its numbers has those that it will have, so that nothing jumps. */
export type GhostPart = 'headline' | 'kpis' | 'moreKpis' | 'chart' | 'charts' | 'table';

/** The page's shape before its numbers, in the sizes of what comes. */
export function CountingSkeleton({ parts }: { readonly parts: readonly GhostPart[] }) {
  const { t } = useText();
  return (
    <div role="status" aria-label={t('counting.loading')}>
      {parts.map((part) => (
        <Ghost key={part} part={part} />
      ))}
    </div>
  );
}

/** Of an overview. */
export const overviewParts: readonly GhostPart[] = ['headline', 'kpis', 'charts', 'table'];

/** Of one that tells more of those who came than four cards hold. */
export const longOverviewParts: readonly GhostPart[] = ['headline', 'moreKpis', 'charts', 'table'];

function Ghost({ part }: { readonly part: GhostPart }) {
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
