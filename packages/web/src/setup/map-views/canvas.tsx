import {
  buildBox,
  computeArea,
  getCenter,
  type MapScale,
  moveShape,
  type Plan,
  type PlanShape,
  removeShape,
} from '@atrium/domain/pages/map-views';
import { type CSSProperties, type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { useText } from '../../i18n/index.ts';
import styles from './canvas.module.css';
import { findPlace, formatArea, formatLength, type PlanPlace } from './places.ts';
import { buildEntryArrow, Handles, ShapeView } from './shape-view.tsx';
import { type Drawing, getArrowStep, isDrawingTool } from './use-drawing.ts';
import type { PlanEditing } from './use-plan.ts';
import { usePointer } from './use-pointer.ts';

interface CanvasProps {
  readonly planning: PlanEditing;
  readonly drawing: Drawing;
  readonly places: readonly PlanPlace[];
  readonly zoom: number;
  /** On phones only sensors can be placed. */
  readonly isNarrow: boolean;
}

/** The plan as SVG. Every shape is focusable. Not mirrored in right-to-left layouts. */
export function Canvas({ planning, drawing, places, zoom, isNarrow }: CanvasProps) {
  const { t } = useText();
  const { plan, picture, change, metres } = planning;
  const { chosen, unit, setUnit, tool } = drawing;
  const svg = useRef<SVGSVGElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const pointer = usePointer(svg, stage, planning, drawing);
  const isDrawing = isDrawingTool(tool);
  useLayoutEffect(() => {
    const place = svg.current;
    if (place === null) return;
    const watch = new ResizeObserver(() => setUnit(plan.width / (place.getBoundingClientRect().width || plan.width)));
    watch.observe(place);
    return () => watch.disconnect();
  }, [plan.width, setUnit]);
  // Focuses the plan, so that a selected tool draws by keyboard too.
  useEffect(() => {
    if (isDrawing) svg.current?.focus({ preventScroll: true });
  }, [isDrawing]);
  // Focuses a shape that was just drawn or selected elsewhere, to continue by keyboard.
  useEffect(() => {
    if (chosen === null || document.activeElement !== svg.current) return;
    svg.current?.querySelector<SVGElement>(`[data-shape="${chosen}"]`)?.focus();
  }, [chosen]);

  const nameOf = ({ element }: PlanShape) => findPlace(element, places)?.name ?? element.name ?? null;
  const canMove = ({ form }: PlanShape) => !isNarrow || form === 'spot';

  function pressShape(event: KeyboardEvent, shape: PlanShape) {
    if (!canMove(shape) || event.ctrlKey || event.metaKey) return;
    const { key } = shape;
    const by = getArrowStep(event.key, event.shiftKey, metres);
    if (by !== null) change(moveShape(plan, key, by), `move ${key}`);
    else if (event.key === 'Enter') drawing.setPoint(0);
    else if (event.key === 'Delete' || event.key === 'Backspace') {
      change(removeShape(plan, key));
      drawing.choose(null);
    } else if (event.key === 'Escape') drawing.choose(null);
    else return;
    event.preventDefault();
  }

  function pressDrawing(event: KeyboardEvent) {
    if (!isDrawing || event.ctrlKey || event.metaKey) return;
    const at = drawing.cursor?.point ?? { x: plan.width / 2, y: plan.height / 2 };
    const by = getArrowStep(event.key, event.shiftKey, metres);
    const free = { reason: null, guides: { x: null, y: null } };
    if (by !== null) {
      const inside = (value: number, most: number) => Math.min(most, Math.max(0, value));
      const point = { x: inside(at.x + by.x, plan.width), y: inside(at.y + by.y, plan.height) };
      drawing.moveTo({ point, ...free });
    } else if (event.key === 'Enter' || event.key === ' ') {
      drawing.moveTo({ point: at, ...free });
      drawing.put(at);
    } else if (event.key === 'Escape' || event.key === 'Backspace') drawing.removePoint();
    else return;
    event.preventDefault();
  }

  const shown = plan.shapes.find(({ key }) => key === chosen);
  const { cursor } = drawing;
  return (
    <div className={styles.stage} ref={stage} dir="ltr">
      <div
        className={styles.sheet}
        style={{ '--proportion': plan.width / plan.height, '--zoom': zoom } as CSSProperties}
      >
        {/* biome-ignore lint/a11y/useSemanticElements: a drawing of named parts */}
        <svg
          ref={svg}
          role="group"
          aria-label={t(isDrawing ? 'plan.drawing.keys' : 'plan.drawing')}
          tabIndex={isDrawing ? 0 : -1}
          viewBox={`0 0 ${plan.width} ${plan.height}`}
          className={styles.drawing}
          data-tool={tool}
          onKeyDown={pressDrawing}
          onPointerDown={pointer.down}
          onPointerMove={pointer.move}
          onPointerUp={pointer.up}
          onPointerCancel={pointer.up}
        >
          <rect width={plan.width} height={plan.height} className={styles.paper} />
          {picture !== null && drawing.showsPicture && (
            <image href={picture.url} width={plan.width} height={plan.height} preserveAspectRatio="none" />
          )}
          {plan.shapes.map((shape) => (
            <ShapeView
              key={shape.key}
              shape={shape}
              name={nameOf(shape)}
              isChosen={shape.key === chosen}
              canMove={canMove(shape)}
              unit={unit}
              metres={metres}
              onFocus={() => tool === 'choose' && drawing.choose(shape.key)}
              onKeyDown={(event) => pressShape(event, shape)}
              onPointerDown={(event) => pointer.grabShape(event, shape.key, canMove(shape))}
            />
          ))}
          <Labels plan={plan} metres={metres} unit={unit} nameOf={nameOf} />
          {plan.scale !== null && (
            <ScaleLine
              scale={plan.scale}
              unit={unit}
              isChosen={chosen === 'scale'}
              onChoose={() => drawing.choose('scale')}
            />
          )}
          {shown !== undefined && !isNarrow && (
            <Handles
              planning={planning}
              drawing={drawing}
              shape={shown}
              grab={(event, index) => pointer.grabPoint(event, shown.key, index)}
              split={(event, index) => pointer.splitEdge(event, shown.key, index)}
            />
          )}
          <Pending drawing={drawing} plan={plan} />
        </svg>
        {cursor?.reason != null && cursor.reason !== 'step' && (
          <span
            className={styles.reason}
            style={{ left: `${(cursor.point.x / plan.width) * 100}%`, top: `${(cursor.point.y / plan.height) * 100}%` }}
            aria-hidden="true"
          >
            {t(`plan.snap.${cursor.reason}`)}
          </span>
        )}
      </div>
    </div>
  );
}

/** The unfinished shape up to the cursor, with alignment guides. */
function Pending({ drawing: { pending, cursor, tool, unit }, plan }: PendingProps) {
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

interface LabelsProps {
  readonly plan: Plan;
  readonly metres: number | null;
  readonly unit: number;
  readonly nameOf: (shape: PlanShape) => string | null;
}

/**
 * Names and sizes drawn over all shapes. Each shape also has them as its accessible name. Sensor names are beside the
 * plan.
 */
function Labels({ plan, metres, unit, nameOf }: LabelsProps) {
  const text = useText();
  const size = 12 * unit;
  const sizeOf = ({ form, element, points }: PlanShape) =>
    metres === null || form !== 'area' || element.passageId !== undefined
      ? null
      : formatArea(computeArea(points) * metres * metres, text);
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus
    <g className={styles.label} style={{ fontSize: size }} aria-hidden="true">
      {plan.shapes.map((shape) => {
        const { key, form, points } = shape;
        if (form === 'spot' || form === 'outline') return null;
        const at = form === 'line' ? buildEntryArrow(points, 28 * unit).from : getCenter(points);
        return (
          <g key={key}>
            <text x={at.x} y={at.y} data-strong>
              {nameOf(shape)}
            </text>
            <text x={at.x} y={at.y + 1.4 * size}>
              {sizeOf(shape)}
            </text>
          </g>
        );
      })}
    </g>
  );
}

interface ScaleLineProps {
  readonly scale: MapScale;
  readonly unit: number;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

/** The line whose real length is known. */
function ScaleLine({ scale: { from, to, metres }, unit, isChosen, onChoose }: ScaleLineProps) {
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
