import { rulerHeight as height, layoutRuler, rulerWidths } from '@atrium/charts/ruler';
import type { Figure } from '@atrium/domain/numbers';
import { useText } from '../i18n/index.ts';
import { useMedia } from '../ui/page/use-media.ts';

/** Colors of a dot. It has one only outside the range, and where the metric has a good side. */
const dotColors = { good: 'var(--ok-dot)', bad: 'var(--critical-dot)', neutral: 'var(--text)' } as const;

interface RulerProps {
  readonly figure: Pick<Figure, 'value' | 'usual' | 'range' | 'side' | 'change'>;
  readonly format: (value: number) => string;
  /** Whether it stands in the row of a table. */
  readonly isInRow?: boolean;
}

/** A value as a dot against its usual range, which is the middle third of every ruler. Nothing without a range. */
export function Ruler({ figure: { value, usual, range, side, change }, format, isInRow = false }: RulerProps) {
  const { t } = useText();
  const isPhone = useMedia('(width < 500px)');
  const width = rulerWidths[isInRow || isPhone ? 'narrow' : 'usual'];
  if (value === null || usual === null || range === null) return null;
  const isMirrored = document.documentElement.dir === 'rtl';
  const { band, dot, tick, beyond } = layoutRuler({ value, usual, range }, width, isMirrored);
  const color = dotColors[side === 'above' || side === 'below' ? (change?.tone ?? 'neutral') : 'neutral'];
  const middle = height / 2;
  const tip = beyond === 'start' ? 1 : width - 1;
  const back = beyond === 'start' ? 4 : width - 4;
  const words = t('charts.ruler', { lower: format(range.lower), upper: format(range.upper) });
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      style={{ flex: 'none', verticalAlign: 'middle' }}
      role="img"
      aria-label={words}
    >
      <line x1={0} x2={width} y1={middle} y2={middle} stroke="var(--line-strong)" />
      <rect x={band.x} y={2} width={band.width} height={6} rx={1.5} fill="var(--line-strong)" />
      <rect x={tick - 0.75} y={0} width={1.5} height={height} fill="var(--text-muted)" />
      <circle cx={dot} cy={middle} r={4.75} fill={color} stroke="var(--surface)" strokeWidth={1.5} />
      {beyond !== null && (
        <path d={`M${back} 2 L${tip} ${middle} L${back} 8`} fill="none" stroke={color} strokeWidth={1.5} />
      )}
    </svg>
  );
}
