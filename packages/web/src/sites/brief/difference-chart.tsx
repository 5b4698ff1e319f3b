import type { Instant, Span } from '@atrium/domain/core';
import { formatClock } from '@atrium/domain/core/format';
import type { DayFan, FanPoint } from '@atrium/domain/pages';
import { useWidth } from '../../charts/index.ts';
import { useText } from '../../i18n/index.ts';
import { formatRoughly } from '../../pages/headline/sentences.ts';
import styles from './difference.module.css';

interface Scale {
  readonly x: (at: Instant) => number;
  readonly y: (difference: number) => number;
}

/** Room for the dot of now, px. */
const inset = 4;

/** Scales so that every point and zero fit. */
function createScale(points: readonly FanPoint[], span: Span, width: number, height: number): Scale {
  const values = points.flatMap(({ difference, lower, upper }) => [difference, lower, upper]);
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  return {
    x: (at) => inset + ((at - span.from) / Math.max(1, span.to - span.from)) * (width - 2 * inset),
    y: (difference) => inset + (1 - (difference - low) / (high - low || 1)) * (height - 2 * inset),
  };
}

const fixed = (value: number) => Math.round(value * 10) / 10;
const toPath = (points: readonly FanPoint[], { x, y }: Scale, of: (point: FanPoint) => number) =>
  points.map((point, index) => `${index === 0 ? 'M' : 'L'}${fixed(x(point.at))} ${fixed(y(of(point)))}`).join('');
const toBand = (points: readonly FanPoint[], scale: Scale) =>
  `${toPath(points, scale, ({ upper }) => upper)}${toPath(points.toReversed(), scale, ({ lower }) => lower).replace('M', 'L')}Z`;

const fanHeight = 42;

interface DayFanChartProps {
  readonly fan: DayFan;
  readonly now: Instant;
  /** Time zone of its axis. */
  readonly timezone: string;
}

/** Draws how the day differs from usual so far, and where it is heading until closing. */
export function DayFanChart({ fan, now, timezone }: DayFanChartProps) {
  const { t, locale } = useText();
  const [ref, width] = useWidth<HTMLDivElement>();
  const { span, past, ahead, heading, closing } = fan;
  const words = {
    heading: formatRoughly(closing.value, locale),
    usual: formatRoughly(closing.usual, locale),
  };
  const scale = createScale([...past, ...ahead, ...heading], span, width, fanHeight);
  const { x, y } = scale;
  const last = past.at(-1);
  const clock = (at: Instant) => formatClock(at, timezone);
  const share = (now - span.from) / (span.to - span.from);
  return (
    <figure className={styles.fan} aria-label={t('attention.fan', words)}>
      <div ref={ref} className={styles.plot} dir="ltr" aria-hidden="true">
        {width > 0 && (
          <svg width={width} height={fanHeight} className={styles.chart} aria-hidden="true">
            <path d={toBand([...past, ...ahead], scale)} className={styles.band} />
            <path d={toBand(heading, scale)} className={styles.heading} />
            <line x1={x(span.from)} x2={x(span.to)} y1={y(0)} y2={y(0)} className={styles.zero} />
            <path d={toPath(heading, scale, ({ difference }) => difference)} className={styles.dashed} />
            <path d={toPath(past, scale, ({ difference }) => difference)} className={styles.line} />
            {last && <circle cx={x(last.at)} cy={y(last.difference)} r={4} className={styles.dot} />}
          </svg>
        )}
        <div className={styles.axis}>
          {share > 0.2 && <span>{clock(span.from)}</span>}
          <strong style={{ insetInlineStart: `${100 * share}%` }}>{clock(now)}</strong>
          {share < 0.8 && <span className={styles.last}>{clock(span.to)}</span>}
        </div>
      </div>
      <figcaption className={styles.caption} aria-hidden="true">
        <span>{t('attention.heading', words)}</span>
        <span className={styles.usual}>{t('attention.usual', words)}</span>
      </figcaption>
    </figure>
  );
}

/** Width and height of a line's curve, px. */
const [curveWidth, curveHeight] = [120, 26];

interface CurveProps {
  readonly points: readonly FanPoint[];
  readonly tone: 'good' | 'bad' | 'neutral';
}

/** Draws how a site's count differs from usual since it opened. Decorative, because the effect is beside it. */
export function DifferenceCurve({ points, tone }: CurveProps) {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return null;
  const scale = createScale(points, { from: first.at, to: last.at }, curveWidth, curveHeight);
  const { x, y } = scale;
  return (
    <svg width={curveWidth} height={curveHeight} className={styles.chart} aria-hidden="true">
      <path d={toBand(points, scale)} className={styles.band} />
      <line x1={x(first.at)} x2={x(last.at)} y1={y(0)} y2={y(0)} className={styles.zero} />
      <path d={toPath(points, scale, ({ difference }) => difference)} className={styles.line} />
      <circle cx={x(last.at)} cy={y(last.difference)} r={3} className={styles.dot} data-tone={tone} />
    </svg>
  );
}
