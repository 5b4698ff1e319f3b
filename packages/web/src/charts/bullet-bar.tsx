import styles from './small.module.css';

interface BulletBarProps {
  /** 0…1 of the track; null draws the empty track. */
  readonly share: number | null;
  /** Position of the comparison on the same track. */
  readonly tick?: number | null;
  readonly tone: 'data' | 'reference' | 'warning';
}

/**
 * Draws a value relative to its limit or to the largest of its column. It has no time axis, so it mirrors with the page
 * direction.
 */
export function BulletBar({ share, tick = null, tone }: BulletBarProps) {
  return (
    <span className={styles.track} aria-hidden="true">
      {share !== null && share > 0 && (
        <span className={styles.fill} data-tone={tone} style={{ inlineSize: `${clamped(share)}%` }} />
      )}
      {tick !== null && <span className={styles.tick} style={{ insetInlineStart: `${clamped(tick)}%` }} />}
    </span>
  );
}

function clamped(share: number): number {
  return Math.min(100, Math.max(0, share * 100));
}
