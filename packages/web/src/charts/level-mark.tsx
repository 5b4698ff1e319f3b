import styles from './marks.module.css';

/** Five ticks for a score of 1 to 5. */
export function LevelMark({ level }: { readonly level: number }) {
  const tone = level >= 4 ? 'ok' : level >= 3 ? 'warning' : 'critical';
  return (
    <span className={styles.level} aria-hidden="true">
      {[1, 2, 3, 4, 5].map((tick) => (
        <span key={tick} className={styles.levelTick} data-tone={tick <= level ? tone : undefined} />
      ))}
    </span>
  );
}
