import { buildBox, type Plan } from '@atrium/domain/map-views';
import type { Drawing } from '../use-drawing.ts';
import styles from './canvas.module.css';

/** The unfinished shape up to the cursor, with alignment guides. */
export function Pending({ drawing: { pending, cursor, tool, unit }, plan }: PendingProps) {
  const [first] = pending;
  const at = cursor?.point;
  const points = at === undefined ? pending : [...pending, at];
  const outline = tool === 'box' && first && at ? buildBox(first, at) : points;
  return (
    <g className={styles.pending}>
      {cursor?.guides.x != null && <line x1={cursor.guides.x} y1={0} x2={cursor.guides.x} y2={plan.height} />}
      {cursor?.guides.y != null && <line x1={0} y1={cursor.guides.y} x2={plan.width} y2={cursor.guides.y} />}
      {pending.length > 0 && (
        <path
          data-drawn
          d={`M${outline.map(({ x, y }) => `${x} ${y}`).join('L')}${tool === 'box' || tool === 'polygon' ? 'Z' : ''}`}
        />
      )}
      {pending.map(({ x, y }) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r={4 * unit} />
      ))}
      {at !== undefined && (
        <path data-cursor d={`M${at.x - 9 * unit} ${at.y}h${18 * unit}M${at.x} ${at.y - 9 * unit}v${18 * unit}`} />
      )}
    </g>
  );
}

interface PendingProps {
  readonly drawing: Drawing;
  readonly plan: Plan;
}
