import styles from './widgets.module.css';

/** A legend: colours and what they stand for. */
export function Swatches({
  entries,
}: {
  readonly entries: readonly { readonly name: string; readonly color: string }[];
}) {
  return (
    <span className={styles.swatches}>
      {entries.map(({ name, color }) => (
        <span key={name} className={styles.swatchEntry}>
          <span className={styles.swatch} style={{ background: color }} aria-hidden="true" />
          {name}
        </span>
      ))}
    </span>
  );
}
