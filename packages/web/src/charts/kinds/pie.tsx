import { arcPath, layoutSlices } from '@atrium/charts/round';
import { useState } from 'react';
import { useWidth } from '../use-width.ts';
import styles from './round.module.css';

export interface PiePart {
  readonly key: string;
  readonly name: string;
  readonly color: string;
  readonly value: number | null;
  readonly text: string;
  readonly share: string;
  readonly onPick: (() => void) | null;
  /** Opens the explanation; null if there is none. */
  readonly onExplain: (() => void) | null;
}

/**
 * Minimum width in px and maximum number of parts to show both numbers of each part. Otherwise names have priority and
 * each part shows one number.
 */
const roomy = 320;
const roomyParts = 5;

/** Font size in px of the total in the center, and a digit's share of it. Long numbers are smaller. */
const largest = 20;
const digit = 0.6;

/** Draws shares of a whole with names next to them and the total in the center. */
export function Pie({
  parts,
  height,
  total,
  under,
  summary,
  showLegend,
  isOfShares,
}: {
  readonly parts: readonly PiePart[];
  readonly height: number;
  readonly total: string;
  readonly under: string;
  readonly summary: string;
  readonly showLegend: boolean;
  /** Whether the share is shown if there is room for one number only. */
  readonly isOfShares: boolean;
}) {
  const [ref, width] = useWidth<HTMLDivElement>();
  const says = parts.length <= roomyParts && width >= roomy ? 'both' : isOfShares ? 'share' : 'value';
  const [over, setOver] = useState<string | null>(null);
  const isNarrow = width < 340;
  const room = isNarrow || !showLegend ? Math.min(width, height - (showLegend ? 90 : 0)) : Math.min(width / 2, height);
  const size = Math.max(80, Math.min(220, room - 8));
  const ring = { x: size / 2, y: size / 2, outer: size / 2 - 2, inner: size / 2 - 2 - Math.max(16, size * 0.16) };
  const pointed = parts.find(({ key }) => key === over);
  return (
    <div
      ref={ref}
      className={showLegend ? styles.split : styles.picture}
      data-narrow={isNarrow || undefined}
      style={{ height }}
    >
      {width > 0 && (
        <div className={styles.picture} role="img" aria-label={summary}>
          <svg width={size} height={size} aria-hidden="true">
            {layoutSlices(parts).map((slice) => (
              // biome-ignore lint/a11y/noStaticElementInteractions: the list beside it does the same by keys
              <path
                key={slice.key}
                d={arcPath(slice, ring)}
                fill={slice.color}
                className={styles.slice}
                data-quiet={(over !== null && over !== slice.key) || undefined}
                onPointerEnter={() => setOver(slice.key)}
                onPointerLeave={() => setOver(null)}
                onClick={parts.find(({ key }) => key === slice.key)?.onExplain ?? undefined}
              />
            ))}
            <text
              x={ring.x}
              y={ring.y + 4}
              textAnchor="middle"
              className={styles.hole}
              style={{ fontSize: Math.min(largest, (2 * ring.inner - 16) / (total.length * digit)) }}
            >
              {pointed ? pointed.text.split('\u00a0')[0] : total}
            </text>
            <text x={ring.x} y={ring.y + 22} textAnchor="middle" className={styles.under}>
              {pointed ? pointed.share : under}
            </text>
          </svg>
        </div>
      )}
      {showLegend && <Parts parts={parts} says={says} onPoint={setOver} />}
    </div>
  );
}

function Parts({
  parts,
  says,
  onPoint,
}: {
  readonly parts: readonly PiePart[];
  readonly says: 'both' | 'value' | 'share';
  readonly onPoint: (key: string | null) => void;
}) {
  return (
    <ul className={styles.list}>
      {parts.map(({ key, name, color, text, share, onPick, onExplain }) => {
        const act = onPick ?? onExplain;
        const inside = (
          <>
            <span className={styles.swatch} style={{ background: color }} aria-hidden="true" />
            <span className={styles.name}>{name}</span>
            {says !== 'share' && <bdi className={styles.value}>{text}</bdi>}
            {says !== 'value' && <bdi className={says === 'share' ? styles.value : styles.share}>{share}</bdi>}
          </>
        );
        return (
          <li key={key} onPointerEnter={() => onPoint(key)} onPointerLeave={() => onPoint(null)}>
            {act ? (
              <button type="button" className={styles.row} onClick={act}>
                {inside}
              </button>
            ) : (
              <span className={styles.row}>{inside}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
