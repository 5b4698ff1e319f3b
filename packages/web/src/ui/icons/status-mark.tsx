import styles from './status-mark.module.css';

export type Status = 'ok' | 'warning' | 'critical' | 'offline' | 'closed';

/** A dot, a hollow ring (offline) or a short dash (closed). Always used beside a word with the same meaning. */
export function StatusMark({ status, live = false }: { status: Status; live?: boolean }) {
  return <span className={`${styles.mark} ${styles[status]} ${live ? styles.live : ''}`} aria-hidden="true" />;
}
