import type { ColorRange, MapConfig } from '@atrium/domain/map-views';
import styles from './map-view.module.css';

interface MapLegendProps {
  readonly config: MapConfig;
  readonly ranges: readonly ColorRange[];
  /** Whether the ranges adapt to the current values. */
  readonly isRelative: boolean;
  /** Whether any place is colored by the ranges now. */
  readonly hasValues: boolean;
  /** Why some places are grey; null if every place has a value. */
  readonly gap: string | null;
  /** Common opacity of the places. */
  readonly opacity: number;
  /** Unit of the range limits. */
  readonly unit: string;
  readonly word: (value: number) => string;
}

/** Explains the colors by the ranges' names or limits, and shows the map's own legend. */
export function MapLegend({ config, ranges, isRelative, hasValues, gap, opacity, unit, word }: MapLegendProps) {
  const { colorimetryConfig, legendConfig, legends = [] } = config;
  const shownRanges = hasValues && colorimetryConfig?.isLegendHidden !== true ? ranges : [];
  const captions = legendConfig?.isHidden === true ? [] : legends;
  if (shownRanges.length + captions.length === 0 && gap === null) return null;
  const isWorded = shownRanges.every(({ text }) => text !== undefined);
  return (
    <ul className={styles.legend}>
      {shownRanges.map((range, place) => (
        <li key={`${range.color} ${range.limits.lower} ${range.limits.upper}`}>
          <span className={styles.swatch} style={{ background: range.color, opacity }} />
          <bdi>{range.text ?? limitsWord(range, isRelative ? endsOf(place, ranges) : null, word)}</bdi>
        </li>
      ))}
      {!isWorded && unit !== '' && <li className={styles.legendUnit}>{unit}</li>}
      {gap !== null && (
        <li>
          <span className={styles.swatch} style={{ background: 'var(--track)', opacity }} />
          {gap}
        </li>
      )}
      {captions.map(({ color, caption }) => (
        <li key={`${color} ${caption}`}>
          <span className={styles.swatch} style={{ background: color }} />
          <bdi>{caption}</bdi>
        </li>
      ))}
    </ul>
  );
}

/** The outer limits of a relative scale exceed the values by 1. */
function limitsWord(
  { limits: { lower, upper } }: ColorRange,
  relative: { readonly isFirst: boolean; readonly isLast: boolean } | null,
  word: (value: number) => string,
): string {
  const from = lower ?? null;
  const to = upper ?? null;
  if (relative) {
    const ends = [word((from ?? 0) + Number(relative.isFirst)), word((to ?? 0) - Number(relative.isLast))];
    return [...new Set(ends)].join(' – ');
  }
  if (from === null) return to === null ? '' : `< ${word(to)}`;
  return to === null ? `≥ ${word(from)}` : `${word(from)} – ${word(to)}`;
}

const endsOf = (place: number, { length }: readonly unknown[]) => ({
  isFirst: place === 0,
  isLast: place === length - 1,
});
