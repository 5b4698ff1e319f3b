import { useText } from '../../i18n/index.ts';
import styles from './loading.module.css';

interface LoadingProps {
  /** Says how large it is: as what it stands for, so that nothing moves when that comes. */
  readonly className: string | undefined;
}

/** The place of what is still on its way. */
export function Loading({ className }: LoadingProps) {
  const { t } = useText();
  return <div className={`${styles.loading} ${className}`} role="status" aria-label={t('app.loading')} />;
}
