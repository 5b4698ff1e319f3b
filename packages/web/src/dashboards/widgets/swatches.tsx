import { useText } from '../../i18n/index.ts';
import styles from './widgets.module.css';

interface SwatchesProps {
  readonly entries: readonly { readonly name: string; readonly color: string }[];
  /** What is not drawn yet; null where that cannot be. */
  readonly rest?: { readonly count: number; readonly show: () => void } | null;
}

/** A legend: colours and what they stand for. */
export function Swatches({ entries, rest = null }: SwatchesProps) {
  const { say } = useText();
  return (
    <span className={styles.swatches}>
      {entries.map(({ name, color }) => (
        <span key={name} className={styles.swatchEntry}>
          <span className={styles.swatch} style={{ background: color }} aria-hidden="true" />
          {name}
        </span>
      ))}
      {rest && rest.count > 0 && (
        <button type="button" className={styles.more} onClick={rest.show}>
          {say('widgets.more', { count: rest.count })}
        </button>
      )}
    </span>
  );
}
