import { type Delta, formatDelta, formatNumber } from '@atrium/domain/core/format';
import { type Translate, useText } from '../i18n/index.ts';
import styles from './marks.module.css';

/**
 * Arrow, sign and change from the usual value, colored only if the change is good or bad. Small changes are given in
 * people. No change is given in words, because `+0.0 %` might contradict another figure.
 */
export function DeltaChip({ delta, decimals }: { readonly delta: Delta | null; readonly decimals: number }) {
  const { t, locale } = useText();
  if (!delta) return null;
  return (
    <span className={styles.delta} data-tone={delta.tone}>
      <Arrow direction={delta.direction} />
      {delta.direction === 'flat' ? (
        <span>{t('charts.same')}</span>
      ) : delta.people ? (
        <span>{peopleWord(delta, t, locale)}</span>
      ) : (
        <bdi dir="ltr">{formatDelta(delta, { locale, decimals, pt: t('charts.points') })}</bdi>
      )}
    </span>
  );
}

/** Formats `12 fewer`. */
function peopleWord({ change, direction }: Delta, t: Translate, locale: string): string {
  const people = formatNumber(Math.abs(change), { locale, decimals: 0 });
  return t(direction === 'down' ? 'charts.fewer' : 'charts.more', { people });
}

const arrows = { up: 'M3 9 9 3M4.5 3H9V7.5', down: 'M3 3 9 9M9 4.5V9H4.5', flat: 'M2 6H10' };

function Arrow({ direction }: { readonly direction: Delta['direction'] }) {
  return (
    <svg width={12} height={12} viewBox="0 0 12 12" aria-hidden="true" className={styles.arrow}>
      <path d={arrows[direction]} />
    </svg>
  );
}
