import { hasDirectLabels, type PlotInput } from '@atrium/charts/plot';
import { type Bucket, getKnownValue } from '@atrium/charts/series';
import { dash } from '@atrium/domain/core/format';
import { MoreSeries, type MoreSeriesProps } from '../marks.tsx';
import styles from './plot-chart.module.css';
import { useHoveredIndex } from './plot-chart.tsx';

interface PlotLegendProps {
  readonly input: PlotInput;
  readonly isTime: boolean;
  /** Name of the stepped line; null without a comparison. */
  readonly usualName: string | null;
  /** Formats what a position is compared with. By default the value of the line. */
  readonly usualOf?: (bucket: Bucket) => string;
  /** The omitted series, and the action that shows them. */
  readonly rest?: MoreSeriesProps | null;
}

/** Legend with the hovered values, so that no tooltip covers the data. */
export function PlotLegend({ input, isTime, usualName, usualOf, rest = null }: PlotLegendProps) {
  const [index] = useHoveredIndex(input, isTime);
  const [only, ...more] = input.series;
  const when = input.series[0]?.buckets[index]?.label;
  const isLabelled = when === undefined && hasDirectLabels(input);
  const bucket = only && more.length === 0 ? only.buckets[index] : undefined;
  const write = (value: number | null) => (only && value !== null ? only.format(value) : '');
  const usual = bucket && (usualOf ? usualOf(bucket) : write(bucket.usual));
  return (
    <div className={styles.legend}>
      {when !== undefined && <bdi className={styles.when}>{when}</bdi>}
      {input.series.map(({ key, name, color, buckets, format }) => {
        const value = getKnownValue(buckets[index]?.point ?? null);
        return (
          <span key={key} className={styles.entry} data-labelled={isLabelled || undefined}>
            <span className={styles.swatch} style={{ background: color }} aria-hidden="true" />
            <span className={styles.entryName}>{name}</span>
            {when !== undefined && <strong>{value === null ? dash : format(value)}</strong>}
          </span>
        );
      })}
      {usualName !== null && only && more.length === 0 && (
        <span className={styles.entry}>
          <span className={styles.usualSwatch} aria-hidden="true" />
          <span className={styles.entryName}>{usualName}</span>
          {when !== undefined && <strong>{usual || dash}</strong>}
        </span>
      )}
      {rest && <MoreSeries {...rest} />}
    </div>
  );
}
