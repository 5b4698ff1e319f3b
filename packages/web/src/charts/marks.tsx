import { type Delta, formatDelta, formatNumber } from '@atrium/domain/core/format';
import type { DescriptorKey, Missing, Side } from '@atrium/domain/numbers';
import type { ReactNode } from 'react';
import { type Translate, useText } from '../i18n/index.ts';
import styles from './marks.module.css';

/**
 * Explains a number that is missing because its sensors don't report the descriptor: `These sensors do not tell
 * gender`.
 */
export const formatUnsupported = (notTold: readonly DescriptorKey[], t: Translate): string =>
  // The catalogue has one common text for several descriptors and for rare ones.
  t('charts.notTold', { what: notTold.join() });

/** Text for a missing number in tables and files. */
export const formatMissing = ({ notTold }: Pick<Missing, 'notTold'>, t: Translate): string =>
  notTold?.length ? formatUnsupported(notTold, t) : t('charts.noData');

interface DeltaChipProps {
  readonly delta: Delta | null;
  readonly decimals: number;
  /** Where the value lies in relation to its usual range; null without one. */
  readonly side?: Side | null;
  /** Whether the side is left to the arrow and the tooltip. */
  readonly isBrief?: boolean;
  /** Whether screen readers get the side of a brief change too. */
  readonly isSpoken?: boolean;
}

/**
 * Change from the usual value, with its sign, colored only if the change is good or bad. Small changes are given in
 * people. No change is given in words, because `+0.0 %` might contradict another figure. With a range, the side is named
 * and within it there is no change.
 */
export function DeltaChip({ delta, decimals, side = null, isBrief = false, isSpoken = false }: DeltaChipProps) {
  const { t, locale } = useText();
  if (side === 'within') return <span className={styles.delta}>{t('charts.asUsual')}</span>;
  if (!delta) return null;
  const change =
    delta.direction === 'flat'
      ? t('charts.same')
      : delta.people
        ? peopleWord(delta, t, locale)
        : formatDelta(delta, { locale, decimals, pt: t('charts.points') });
  if (side !== null) {
    const words = t(side === 'above' ? 'charts.above' : 'charts.below', { change: `\u2068${change}\u2069` });
    return (
      <span className={styles.delta} data-tone={delta.tone} title={isBrief ? words : undefined}>
        {isBrief && <Arrow direction={delta.direction} />}
        {isSpoken && <span className="visually-hidden">{words}</span>}
        {isBrief ? (
          <bdi dir={delta.people ? undefined : 'ltr'} aria-hidden={isSpoken || undefined}>
            {change}
          </bdi>
        ) : (
          <span>{words}</span>
        )}
      </span>
    );
  }
  return (
    <span className={styles.delta} data-tone={delta.tone}>
      <Arrow direction={delta.direction} />
      {delta.direction === 'flat' || delta.people ? <span>{change}</span> : <bdi dir="ltr">{change}</bdi>}
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

/** A small status label: partial coverage, offline, critical. */
export function Chip({
  tone,
  title,
  children,
}: {
  readonly tone: 'ok' | 'warning' | 'critical' | 'offline';
  readonly title?: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <span className={styles.chip} data-tone={tone} title={title}>
      {children}
    </span>
  );
}

/** Five ticks for a score of 1 to 5. */
export function LevelMark({ level }: { readonly level: number }) {
  const tone = level >= 4 ? 'ok' : level >= 3 ? 'warning' : 'critical';
  return (
    <span className={styles.level} aria-hidden="true">
      {[1, 2, 3, 4, 5].map((tick) => (
        <span key={tick} className={styles.levelTick} data-tone={tick <= level ? tone : undefined} />
      ))}
    </span>
  );
}

export interface MoreSeriesProps {
  /** Number of series not drawn yet. */
  readonly count: number;
  readonly show: () => void;
}

/** Button at the end of a legend that shows the omitted series. Renders nothing if there are none. */
export function MoreSeries({ count, show }: MoreSeriesProps) {
  const { t } = useText();
  if (count === 0) return null;
  return (
    <button type="button" className={styles.more} onClick={show}>
      {t('widgets.more', { count })}
    </button>
  );
}
