import {
  deletePoint,
  distance,
  getCenter,
  insertPoint,
  movePoint,
  type PlanShape,
  type Point,
} from '@atrium/domain/pages/map-views';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import { useText } from '../../i18n/index.ts';
import styles from './canvas.module.css';
import { formatLength } from './places.ts';
import { type Drawing, getArrowStep } from './use-drawing.ts';
import type { PlanEditing } from './use-plan.ts';

interface HandlesProps {
  readonly planning: PlanEditing;
  readonly drawing: Drawing;
  readonly shape: PlanShape;
  readonly grab: (event: PointerEvent, index: number) => void;
  /** Inserts a point in the middle of the edge that starts at `index`, and grabs it. */
  readonly split: (event: PointerEvent, index: number) => void;
}

/** Points and edge midpoints of the selected shape. Enter moves the keyboard focus into them, Escape out. */
export function Handles({ planning, drawing, shape, grab, split }: HandlesProps) {
  const { t } = useText();
  const { plan, change, metres } = planning;
  const { point, setPoint, unit } = drawing;
  const { key, form, points } = shape;
  const group = useRef<SVGGElement>(null);
  useEffect(() => {
    const isTyping = document.activeElement?.matches('input, select');
    if (point === null || isTyping) return;
    group.current?.querySelector<SVGElement>(`[data-point="${point}"]`)?.focus();
  }, [point]);
  if (form !== 'area' && form !== 'line') return null;

  function press(event: KeyboardEvent, index: number) {
    const by = getArrowStep(event.key, event.shiftKey, metres);
    const at = points[index] as Point;
    if (by !== null) change(movePoint(plan, key, index, { x: at.x + by.x, y: at.y + by.y }), `point ${key} ${index}`);
    else if (event.key === 'Delete' || event.key === 'Backspace') {
      const next = deletePoint(plan, key, index);
      change(next);
      if (next !== plan) setPoint(Math.max(0, index - 1));
    } else if (event.key === 'Insert' || event.key === '+') {
      change(insertPoint(plan, key, index));
      if (form === 'area') setPoint(index + 1);
    } else if (event.key === 'Escape') {
      setPoint(null);
      group.current?.ownerSVGElement?.querySelector<SVGElement>(`[data-shape="${key}"]`)?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const size = 8 * unit;
  const edges = form === 'area' ? points : [];
  return (
    <g ref={group}>
      {edges.map((from, index) => {
        const middle = getCenter([from, points[(index + 1) % points.length] as Point]);
        return (
          <circle
            // biome-ignore lint/suspicious/noArrayIndexKey: points are identified by their index
            key={`middle ${index}`}
            cx={middle.x}
            cy={middle.y}
            r={3.5 * unit}
            className={styles.middle}
            onPointerDown={(event) => split(event, index)}
          />
        );
      })}
      {points.map(({ x, y }, index) => (
        // biome-ignore lint/a11y/useSemanticElements: a part of a drawing
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: points are identified by their index
          key={`point ${index}`}
          role="button"
          tabIndex={point === null ? -1 : 0}
          aria-label={t('plan.point', { number: index + 1, count: points.length })}
          data-point={index}
          data-chosen={point === index || undefined}
          x={x - size / 2}
          y={y - size / 2}
          width={size}
          height={size}
          rx={2 * unit}
          className={styles.handle}
          onFocus={() => setPoint(index)}
          onKeyDown={(event) => press(event, index)}
          onPointerDown={(event) => grab(event, index)}
        />
      ))}
      {point !== null && metres !== null && form === 'area' && (
        <Lengths points={points} index={point} unit={unit} metres={metres} />
      )}
    </g>
  );
}

interface LengthsProps {
  readonly points: readonly Point[];
  readonly index: number;
  readonly unit: number;
  readonly metres: number;
}

/** Lengths of the two edges at a point. */
function Lengths({ points, index, unit, metres }: LengthsProps) {
  const text = useText();
  const at = points[index];
  if (at === undefined) return null;
  const others = [points.at(index - 1), points[(index + 1) % points.length]] as const;
  return others.map((other, side) => {
    if (other === undefined) return null;
    const middle = getCenter([at, other]);
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the edge before and the edge after
      <g key={side} transform={`translate(${middle.x} ${middle.y}) scale(${unit})`}>
        <rect x={-27} y={-11} width={54} height={22} rx={4} className={styles.pill} />
        <text y={4} className={styles.pillText}>
          {formatLength(distance(at, other) * metres, text)}
        </text>
      </g>
    );
  });
}
