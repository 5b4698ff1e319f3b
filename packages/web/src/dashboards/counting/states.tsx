import { useText } from '../../i18n/index.ts';
import { Button } from '../../ui/form/index.ts';
import { Icon } from '../../ui/icons/index.ts';
import styles from './counting.module.css';

/** No zone of the site is what the filters ask for. */
export function NothingMatches() {
  const { say } = useText();
  return (
    <div className={styles.empty}>
      <Icon name="filter" size={20} />
      <p className={styles.emptyTitle}>{say('counting.empty.nothingMatches')}</p>
      <p>{say('counting.empty.noZoneMatches')}</p>
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

/** What another choice of filters helps against. */
const details: Readonly<Record<string, 'counting.failed.tooWide' | 'counting.failed.gone'>> = {
  RANGE_TOO_WIDE: 'counting.failed.tooWide',
  READINGS_GONE: 'counting.failed.gone',
};

/** The numbers could not be had; the filters stay, so that another choice may work. */
export function NumbersFailed({ code, retry }: { readonly code: string | null; readonly retry: () => void }) {
  const { say } = useText();
  const forbidden = code === 'FORBIDDEN';
  return (
    <div className={styles.failed} role="alert">
      <Icon name={forbidden ? 'lock' : 'alert'} size={20} />
      <p className={styles.emptyTitle}>{say(forbidden ? 'counting.empty.forbidden' : 'counting.failed')}</p>
      <p>{say(forbidden ? 'counting.empty.forbidden.detail' : (details[code ?? ''] ?? 'counting.failed.detail'))}</p>
      {!forbidden && (
        <Button icon="reload" onClick={retry}>
          {say('counting.retry')}
        </Button>
      )}
    </div>
  );
}

/** The server's own word for what went wrong, where it gave one. */
export function codeOf(error: unknown): string | null {
  const errors = (error as { errors?: readonly { extensions?: { code?: unknown } }[] } | null)?.errors;
  const code = errors?.[0]?.extensions?.code;
  return typeof code === 'string' ? code : null;
}

/** From above; a page before its numbers has those that it will have, so that nothing jumps. */
export type GhostPart = 'headline' | 'kpis' | 'chart' | 'charts' | 'table';

/** The page's shape before its numbers, in the sizes of what comes. */
export function CountingSkeleton({ parts }: { readonly parts: readonly GhostPart[] }) {
  const { say } = useText();
  return (
    <div role="status" aria-label={say('counting.loading')}>
      {parts.map((part) => (
        <Ghost key={part} part={part} />
      ))}
    </div>
  );
}

/** Of an overview. */
export const overviewParts: readonly GhostPart[] = ['headline', 'kpis', 'charts', 'table'];

function Ghost({ part }: { readonly part: GhostPart }) {
  const chart = <div className={`${styles.ghostChart} ${styles.ghost}`} />;
  switch (part) {
    case 'headline':
      return <div className={styles.ghostHeadline} />;
    case 'kpis':
      return (
        <div className={styles.kpis}>
          {[0, 1, 2, 3].map((card) => (
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
