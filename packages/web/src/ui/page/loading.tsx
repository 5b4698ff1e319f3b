import { useText } from '../../i18n/index.ts';
import { Button } from '../form/button.tsx';
import { Icon } from '../icons/index.ts';
import { FullScreen, NotFound } from './full-screen.tsx';
import styles from './loading.module.css';

/** Error codes of the server for things that do not exist for this reader. */
const missingCodes: ReadonlySet<string | null> = new Set(['NOT_FOUND', 'FORBIDDEN', 'BAD_INPUT']);

/** Shown when a page's subject could not be loaded: it does not exist for this reader, or loading may be retried. */
export function LoadFailed({ code, retry }: { readonly code: string | null; readonly retry: () => void }) {
  const { t } = useText();
  if (missingCodes.has(code)) return <NotFound />;
  return (
    <FullScreen
      mark={<Icon name="alert" size={48} />}
      title={t('app.loadFailed')}
      text={t('app.loadFailed.text')}
      actions={
        <Button icon="reload" onClick={retry}>
          {t('app.tryAgain')}
        </Button>
      }
    />
  );
}

interface LoadingProps {
  /** Sets the size to that of the content, so that nothing moves when it arrives. */
  readonly className: string | undefined;
}

/** Placeholder for content that is loading. */
export function Loading({ className }: LoadingProps) {
  const { t } = useText();
  return <div className={`${styles.loading} ${className}`} role="status" aria-label={t('app.loading')} />;
}
