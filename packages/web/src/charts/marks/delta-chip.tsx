import { type Delta, formatDelta } from '@atrium/domain/core/format';
import { useText } from '../../i18n/index.ts';
import styles from './marks.module.css';

/** Arrow, sign and change against what is usual; coloured only where the change is good or bad. */
export function DeltaChip({ delta, decimals }: { readonly delta: Delta | null; readonly decimals: number }) {
  const { say, locale } = useText();
  if (!delta) return null;
  return (
    <span className={styles.delta} data-tone={delta.tone}>
      <Arrow direction={delta.direction} />
      <bdi dir="ltr">{formatDelta(delta, { locale, decimals, pt: say('charts.points') })}</bdi>
    </span>
  );
}

const arrows = { up: 'M3 9 9 3M4.5 3H9V7.5', down: 'M3 3 9 9M9 4.5V9H4.5', flat: 'M2 6H10' };

function Arrow({ direction }: { readonly direction: Delta['direction'] }) {
  return (
    <svg width={12} height={12} viewBox="0 0 12 12" aria-hidden="true" className={styles.arrow}>
      <path d={arrows[direction]} />
    </svg>
  );
}
