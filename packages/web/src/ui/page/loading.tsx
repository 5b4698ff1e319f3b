import { useText } from '../../i18n/index.ts';
import styles from './loading.module.css';

interface LoadingProps {
  /** Sets the size to that of the content, so that nothing moves when it arrives. */
  readonly className: string | undefined;
}

/** Placeholder for content that is loading. */
export function Loading({ className }: LoadingProps) {
  const { t } = useText();
  return <div className={`${styles.loading} ${className}`} role="status" aria-label={t('app.loading')} />;
}
