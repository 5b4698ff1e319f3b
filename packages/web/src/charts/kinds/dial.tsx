import { arcPath, getDialAngles } from '@atrium/charts/round';
import { useWidth } from '../use-width.ts';
import styles from './round.module.css';

export interface DialProps {
  readonly name: string;
  /** 0…1 of the ring; null draws the empty track. */
  readonly share: number | null;
  readonly color: string;
  readonly text: string;
  readonly unit: string;
  readonly isHalf: boolean;
  readonly size: number;
  /** Shares at which a level starts (busy, full). */
  readonly limits: readonly { readonly share: number; readonly color: string | null }[];
  /** Opens the explanation; null if there is none. */
  readonly onExplain: (() => void) | null;
}

/** Draws a number as a share of its maximum. */
function Dial({ name, share, color, text, unit, isHalf, size, limits, onExplain }: DialProps) {
  const outer = size / 2 - 2;
  const ring = { x: size / 2, y: size / 2, outer, inner: outer - Math.max(10, size * 0.1) };
  // A short unit is next to its number; a word is on its own line.
  const isBeside = unit.length <= 2;
  const height = isHalf ? size / 2 + 26 : size;
  return (
    <div className={styles.dial}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the name below is the button for keys */}
      <svg
        width={size}
        height={height}
        role="img"
        aria-label={`${name}: ${text} ${unit}`}
        className={onExplain ? styles.explains : undefined}
        onClick={onExplain ?? undefined}
      >
        <path d={arcPath(getDialAngles(1, isHalf), ring)} className={styles.track} />
        {share !== null && share > 0 && <path d={arcPath(getDialAngles(share, isHalf), ring)} fill={color} />}
        {limits.map((limit) => {
          const { to } = getDialAngles(limit.share, isHalf);
          const at = (radius: number) => ({ x: ring.x + Math.sin(to) * radius, y: ring.y - Math.cos(to) * radius });
          const [inner, end] = [at(ring.inner - 3), at(outer + 2)];
          return (
            <line
              key={limit.share}
              x1={inner.x}
              y1={inner.y}
              x2={end.x}
              y2={end.y}
              className={styles.limit}
              {...(limit.color === null ? {} : { style: { stroke: limit.color } })}
            />
          );
        })}
        <text
          x={ring.x}
          y={ring.y + (isHalf ? 0 : 4) + (isBeside ? 3 : 0)}
          textAnchor="middle"
          className={styles.hole}
          direction={isBeside ? 'ltr' : undefined}
        >
          {text}
          {isBeside && <tspan className={styles.beside}>{`\u00a0${unit}`}</tspan>}
        </text>
        {!isBeside && (
          <text x={ring.x} y={isHalf ? ring.y + 18 : ring.y + 22} textAnchor="middle" className={styles.under}>
            {unit}
          </text>
        )}
      </svg>
      {onExplain ? (
        <button type="button" className={styles.dialName} onClick={onExplain}>
          {name}
        </button>
      ) : (
        <span className={styles.dialName}>{name}</span>
      )}
    </div>
  );
}

export function Dials({
  dials,
  height,
}: {
  readonly dials: readonly Omit<DialProps, 'size'>[];
  readonly height: number;
}) {
  const [ref, width] = useWidth<HTMLDivElement>();
  const { columns, size } = roomOf(dials.length, width, height);
  return (
    <div ref={ref} className={styles.dials} style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
      {width > 0 && dials.map((dial) => <Dial key={dial.name} {...dial} size={size} />)}
    </div>
  );
}

/** In px: gap between dials, height of the name below each, and minimum and maximum diameter. */
const room = { gap: 12, name: 24, least: 72, most: 190 };

/** Chooses the number per row that makes the dials largest. */
function roomOf(count: number, width: number, height: number) {
  const across = Array.from({ length: Math.max(1, Math.min(count, 3)) }, (_, index) => index + 1);
  const sizes = across.map((columns) => {
    const rows = Math.ceil(count / columns);
    const byWidth = (width - (columns - 1) * room.gap) / columns;
    const byHeight = (height - rows * room.gap) / rows - room.name;
    return { columns, size: Math.max(room.least, Math.min(room.most, byWidth, byHeight)) };
  });
  return sizes.reduce((best, each) => (each.size > best.size ? each : best));
}
