import { MoreSeries, type MoreSeriesProps } from '../../../charts/index.ts';
import styles from './widgets.module.css';

interface SwatchesProps {
  readonly entries: readonly { readonly name: string; readonly color: string }[];
  /** What is not drawn yet; null where that cannot be. */
  readonly rest?: MoreSeriesProps | null;
}

/** A legend: colours and what they stand for. */
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
