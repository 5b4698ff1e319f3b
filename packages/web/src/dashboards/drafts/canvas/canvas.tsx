import { getLayoutHeight, type Layout, type Placed } from '@atrium/domain/dashboards/layout';
import { type CSSProperties, type RefObject, useEffect, useId, useMemo, useRef } from 'react';
import { useText } from '../../../i18n/index.ts';
import { LiveRefresh } from '../../widgets/data/live-refresh.tsx';
import { type BoardProps, useBoard } from '../../widgets/use-board.ts';
import type { DraftWork } from '../state/use-draft-work.ts';
import { useStableWidgets } from '../state/use-stable-widgets.ts';
import { getWidgetTitle } from '../state/widget-names.ts';
import styles from './canvas.module.css';
import { CanvasWidget } from './canvas-widget.tsx';
import { toPlaceStyle } from './place-style.ts';
import type { Arranging } from './use-arranging.ts';
import { handleCanvasKey } from './use-canvas-keys.ts';
import { useDragging } from './use-dragging.ts';

interface CanvasProps extends Omit<BoardProps, 'definitions'> {
  readonly work: DraftWork;
  readonly arranging: Arranging;
}

/**
 * Shows a page's widgets at their positions, with live numbers, to move and resize by pointer or keyboard. It has the
 * `application` role because arrow keys operate it.
 */
export function Canvas({ work, arranging, ...of }: CanvasProps) {
  const { t } = useText();
  const id = useId();
  const grid = useRef<HTMLDivElement>(null);
  const { widgets, name } = work.page;
  const steady = useStableWidgets(widgets);
  const board = useBoard({ ...of, definitions: steady });
  const { drag, grip } = useDragging(grid, arranging.layout, arranging.arrange);
  const layout = drag?.layout ?? arranging.layout;
  const stored = useMemo(() => new Map(widgets.map((widget) => [Number(widget.id), widget])), [widgets]);
  const items = useMemo(
    () => new Map(board.items.map((item) => [Number(steady[Number(item.key)]?.id), item])),
    [board.items, steady],
  );
  useFocusOn(grid, arranging.current, arranging.chosen);
  const order = useOrder(layout, arranging.isLifted || drag !== null);
  const moving = drag?.edge === null ? drag : null;
  return (
    <div
      ref={grid}
      className={styles.grid}
      role="application"
      aria-label={t('drafts.canvas', { page: name })}
      aria-describedby={`${id}-keys`}
      data-moving={moving !== null || undefined}
      style={{ '--height': Math.max(getLayoutHeight(layout), minRows) } as CSSProperties}
      onKeyDown={(event) => {
        if (!isOnWidget(event.target)) return;
        if (handleCanvasKey(event, arranging)) event.preventDefault();
      }}
    >
      <LiveRefresh planned={board.planned} again={board.answers.again} />
      <p id={`${id}-keys`} hidden>
        {t('drafts.canvas.keys')}
      </p>
      {inOrder(layout, order).map((placed) => {
        const isMoving = moving?.ids.has(placed.id) === true;
        const at = isMoving ? (moving?.from.find((one) => one.id === placed.id) ?? placed) : placed;
        return (
          <CanvasWidget
            key={placed.id}
            placed={at}
            {...{ board, arranging, grip, isMoving }}
            item={items.get(placed.id) ?? null}
            stored={stored.get(placed.id)}
          />
        );
      })}
      {moving !== null &&
        layout
          .filter((placed) => moving.ids.has(placed.id))
          .map((placed) => (
            <div key={placed.id} className={styles.landing} style={toPlaceStyle(placed)} aria-hidden="true">
              <span>{t('drafts.lands', { title: getWidgetTitle(stored.get(placed.id), t) })}</span>
              <span>{t('drafts.size', { columns: placed.columns, rows: placed.rows })}</span>
            </div>
          ))}
    </div>
  );
}

/**
 * Returns the DOM order of the widgets: reading order, frozen during a move. An element that moves in the DOM is laid
 * out and painted again.
 */
function useOrder(layout: Layout, isHeld: boolean): readonly number[] {
  const order = useRef<readonly number[]>([]);
  if (!isHeld || order.current.length === 0) order.current = layout.map(({ id }) => id);
  return order.current;
}

/** Widgets added meanwhile come last. */
function inOrder(layout: Layout, order: readonly number[]): Layout {
  const places = new Map(order.map((id, place) => [id, place]));
  const placeOf = ({ id }: Placed) => places.get(id) ?? order.length;
  return layout.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** Minimum height of the canvas in rows. */
const minRows = 14;

const isOnWidget = (target: EventTarget) => target instanceof HTMLElement && target.dataset.widget !== undefined;

/** Moves the focus to the selected widget, also to a new one. */
function useFocusOn(grid: RefObject<HTMLElement | null>, current: number | null, chosen: ReadonlySet<number>): void {
  const before = useRef(current);
  useEffect(() => {
    if (before.current === current) return;
    before.current = current;
    if (current === null || !chosen.has(current)) return;
    grid.current?.querySelector<HTMLElement>(`[data-widget="${current}"]`)?.focus();
  }, [grid, current, chosen]);
}
