import { MoreSeries, type MoreSeriesProps } from '../../../charts/index.ts';
import styles from './widgets.module.css';

interface SwatchesProps {
  readonly entries: readonly { readonly name: string; readonly color: string }[];
  /** The series not drawn yet; null if there is nothing to add. */
  readonly rest?: MoreSeriesProps | null;
}

/** A legend with color swatches. */
export function Swatches({ entries, rest = null }: SwatchesProps) {
  return (
    <span className={styles.swatches}>
      {entries.map(({ name, color }) => (
        <span key={name} className={styles.swatchEntry}>
          <span className={styles.swatch} style={{ background: color }} aria-hidden="true" />
          {name}
        </span>
      ))}
      {rest && <MoreSeries {...rest} />}
    </span>
  );
}
