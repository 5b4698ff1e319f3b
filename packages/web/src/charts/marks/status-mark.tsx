import styles from './marks.module.css';

export type Status = 'ok' | 'warn' | 'crit' | 'offline' | 'closed';

/** Filled dot, hollow ring when offline, short dash when closed. Decoration: the word always stands beside it. */
export function StatusMark({ status }: { readonly status: Status }) {
  return <span className={styles.status} data-status={status} aria-hidden="true" />;
}

/** Breathes every two seconds while values arrive by themselves. */
export function LiveDot() {
  return <span className={styles.live} aria-hidden="true" />;
}

/** Five ticks for a score of 1 to 5. */
export function LevelMark({ level }: { readonly level: number }) {
  const tone = level >= 4 ? 'ok' : level >= 3 ? 'warn' : 'crit';
  return (
    <span className={styles.level} aria-hidden="true">
      {[1, 2, 3, 4, 5].map((tick) => (
        <span key={tick} className={styles.levelTick} data-tone={tick <= level ? tone : undefined} />
      ))}
    </span>
  );
}
