import { getCenter, type MapScale } from '@atrium/domain/map-views';
import { useText } from '../../i18n/index.ts';
import { formatLength } from '../measures.ts';
import styles from './canvas.module.css';

interface ScaleLineProps {
  readonly scale: MapScale;
  readonly unit: number;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

/** The line whose real length is known. */
export function ScaleLine({ scale: { from, to, metres }, unit, isChosen, onChoose }: ScaleLineProps) {
  const text = useText();
  const middle = getCenter([from, to]);
  const word = metres > 0 ? text.t('plan.scale.is', { length: formatLength(metres, text) }) : text.t('plan.scale.none');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a part of a drawing
    <g
      role="button"
      tabIndex={0}
      aria-label={word}
      aria-pressed={isChosen}
      className={styles.scale}
      data-shape="scale"
      data-chosen={isChosen || undefined}
      onFocus={onChoose}
      onPointerDown={(event) => {
        event.stopPropagation();
        onChoose();
      }}
    >
      <line x1={from.x} y1={from.y} x2={to.x} y2={to.y} className={styles.grip} />
      <line x1={from.x} y1={from.y} x2={to.x} y2={to.y} />
      {[from, to].map(({ x, y }, end) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: its two ends
        <circle key={end} cx={x} cy={y} r={5 * unit} />
      ))}
      <g transform={`translate(${middle.x} ${middle.y}) scale(${unit})`}>
        <rect x={-52} y={-12} width={104} height={24} rx={5} />
        <text y={4}>{word}</text>
      </g>
    </g>
  );
}
