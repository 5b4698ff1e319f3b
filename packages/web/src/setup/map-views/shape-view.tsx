import {
  computeArea,
  crossesItself,
  distance,
  getCenter,
  type PlanShape,
  type Point,
} from '@atrium/domain/pages/map-views';
import type { KeyboardEvent, PointerEvent } from 'react';
import { useText } from '../../i18n/index.ts';
import styles from './canvas.module.css';
import { formatArea, formatLength } from './places.ts';

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
