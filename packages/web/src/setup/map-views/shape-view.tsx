import {
  computeArea,
  crossesItself,
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
import { formatArea, formatLength } from './places.ts';
import { type Drawing, getArrowStep } from './use-drawing.ts';
import type { PlanEditing } from './use-plan.ts';

interface ShapeViewProps {
  readonly shape: PlanShape;
  readonly name: string | null;
  readonly isChosen: boolean;
  readonly canMove: boolean;
  readonly unit: number;
  readonly metres: number | null;
  readonly onFocus: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onPointerDown: (event: PointerEvent) => void;
}

/** One focusable shape: an area, a door with its direction, or a sensor. */
export function ShapeView({ shape, name, isChosen, canMove, unit, metres, ...acts }: ShapeViewProps) {
  const text = useText();
  const { t } = text;
  const { key, form, points, element } = shape;
  if (form === 'outline') return <path d={element.path} className={styles.outline} />;
  const measure =
    metres === null || form === 'spot'
      ? null
      : form === 'area'
        ? formatArea(computeArea(points) * metres * metres, text)
        : formatLength(distance(points[0] as Point, points[1] as Point) * metres, text);
  const crosses = form === 'area' && crossesItself(points);
  const called = name ?? t(`plan.unnamed.${form}`);
  const said = [t(`plan.form.${form}`), called, measure, crosses ? t('plan.crosses') : null].filter(Boolean).join(', ');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a part of a drawing
    <g
      role="button"
      tabIndex={0}
      aria-label={said}
      aria-pressed={isChosen}
      className={styles.shape}
      data-shape={key}
      data-chosen={isChosen || undefined}
      data-crosses={crosses || undefined}
      data-movable={canMove || undefined}
      {...acts}
    >
      {form === 'area' && <path d={`M${points.map(({ x, y }) => `${x} ${y}`).join('L')}Z`} className={styles.area} />}
      {form === 'line' && <Door points={points} unit={unit} />}
      {form === 'spot' && <Spot at={points[0] as Point} unit={unit} />}
    </g>
  );
}

/** Returns the arrow of the entry direction: to the right of the line from its first point to its second. */
export function buildEntryArrow([a, b]: readonly Point[], reach: number): { readonly from: Point; readonly to: Point } {
  const [from, to] = [a as Point, b as Point];
  const middle = getCenter([from, to]);
  const long = distance(from, to) || 1;
  const way = { x: -(to.y - from.y) / long, y: (to.x - from.x) / long };
  return {
    from: { x: middle.x - way.x * reach, y: middle.y - way.y * reach },
    to: { x: middle.x + way.x * reach, y: middle.y + way.y * reach },
  };
}

function Door({ points, unit }: { readonly points: readonly Point[]; readonly unit: number }) {
  const [a, b] = [points[0] as Point, points[1] as Point];
  const { from, to } = buildEntryArrow(points, 14 * unit);
  const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  return (
    <>
      <line x1={a.x} y1={a.y} x2={b.x} y2={b.y} className={styles.grip} />
      <line x1={a.x} y1={a.y} x2={b.x} y2={b.y} className={styles.door} />
      <line x1={from.x} y1={from.y} x2={to.x} y2={to.y} className={styles.way} />
      <path
        d="M-6 -5L0 0L-6 5"
        className={styles.way}
        transform={`translate(${to.x} ${to.y}) rotate(${angle}) scale(${unit})`}
      />
    </>
  );
}

function Spot({ at, unit }: { readonly at: Point; readonly unit: number }) {
  return (
    <>
      <circle cx={at.x} cy={at.y} r={10 * unit} className={styles.ring} />
      <circle cx={at.x} cy={at.y} r={4 * unit} className={styles.dot} />
    </>
  );
}

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
