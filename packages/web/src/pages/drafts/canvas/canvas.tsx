import { getLayoutHeight, type Layout, type Placed, rowsToHeight } from '@atrium/domain/pages/layout';
import { getWidgetSpec, type Stored } from '@atrium/domain/pages/widgets';
import { type CSSProperties, type PointerEvent, type RefObject, useEffect, useId, useMemo, useRef } from 'react';
import { useText } from '../../../i18n/index.ts';
import { IconButton } from '../../../ui/form/button.tsx';
import { Icon } from '../../../ui/icons/index.ts';
import { BoardWidget } from '../../widgets/board-widget.tsx';
import { LiveRefresh } from '../../widgets/live-refresh.tsx';
import type { BoardItem } from '../../widgets/plan-board.ts';
import { type Board, type BoardProps, useBoard } from '../../widgets/use-board.ts';
import type { DraftWork } from '../use-draft-work.ts';
import styles from './canvas.module.css';
import { type Arranging, toPlaceParams } from './use-arranging.ts';
import { handleCanvasKey } from './use-canvas-keys.ts';
import { type Edge, useDragging } from './use-dragging.ts';
import { formatWidgetType, getWidgetTitle } from './widget-names.ts';

interface CanvasWidgetProps {
  readonly placed: Placed;
  /** Null if the page's filters hide it now. */
  readonly item: BoardItem | null;
  readonly stored: Stored | undefined;
  readonly board: Board;
  readonly arranging: Arranging;
  readonly isMoving: boolean;
  readonly grip: (event: PointerEvent<HTMLElement>, ids: ReadonlySet<number>, edge: Edge | null) => void;
}

const handles: readonly (readonly [name: string, edge: Edge])[] = [
  ['topStart', { top: true, start: true }],
  ['top', { top: true }],
  ['topEnd', { top: true, end: true }],
  ['start', { start: true }],
  ['end', { end: true }],
  ['bottomStart', { bottom: true, start: true }],
  ['bottom', { bottom: true }],
  ['bottomEnd', { bottom: true, end: true }],
];

/** One widget on the canvas: drawn as readers will see it, below a button that selects it. */
function CanvasWidget({ placed, item, stored, board, arranging, isMoving, grip }: CanvasWidgetProps) {
  const { t } = useText();
  const { id, rows } = placed;
  const title = getWidgetTitle(stored, t);
  const { chosen, current, isLifted, isSeveral } = arranging;
  const isChosen = chosen.has(id);
  const isAlone = isChosen && !isMoving && id === current;
  return (
    <div
      className={styles.place}
      style={toPlaceStyle(placed)}
      data-chosen={isChosen || undefined}
      data-lifted={(isChosen && isLifted) || undefined}
      data-follows={isMoving || undefined}
    >
      <div className={styles.drawn} inert>
        {item === null ? (
          <div className={styles.hidden}>
            <b>{title}</b>
            <span>{t('drafts.hidden')}</span>
          </div>
        ) : (
          <BoardWidget item={item} board={board} height={getDrawingHeight(item, rows)} act={null} />
        )}
      </div>
      <button
        type="button"
        className={styles.cover}
        data-widget={id}
        aria-pressed={isChosen}
        aria-label={t('drafts.widgetAt', { title, type: formatWidgetType(stored?.type, t), ...toPlaceParams(placed) })}
        tabIndex={id === current ? 0 : -1}
        onPointerDown={(event) => {
          if (event.shiftKey || event.ctrlKey || event.metaKey) return arranging.toggle(id);
          const ids = isChosen ? chosen : new Set([id]);
          if (!isChosen) arranging.only([id]);
          grip(event, ids, null);
        }}
        onFocus={() => id !== current && !isSeveral && arranging.goTo(id)}
      />
      {isAlone && <Bar {...{ placed, title, arranging, grip }} />}
      {isAlone && chosen.size === 1 && (
        <div aria-hidden="true">
          {handles.map(([name, edge]) => (
            <span
              key={name}
              className={styles.handle}
              data-at={name}
              onPointerDown={(event) => grip(event, new Set([id]), edge)}
            />
          ))}
        </div>
      )}
    </div>
  );
}

/** Pointer actions for the selection. The keyboard has keys for the same. */
function Bar({
  placed,
  title,
  arranging,
  grip,
}: Pick<CanvasWidgetProps, 'placed' | 'arranging' | 'grip'> & { readonly title: string }) {
  const { t } = useText();
  const { chosen, copy, remove } = arranging;
  return (
    <div
      className={styles.bar}
      role="toolbar"
      aria-label={t('drafts.tools', { title })}
      data-top={placed.row === 0 || undefined}
    >
      <span className={styles.grip} aria-hidden="true" onPointerDown={(event) => grip(event, chosen, null)}>
        <Icon name="drag" size={14} />
      </span>
      <IconButton icon="copy" label={t('drafts.copy')} className={styles.tool} tabIndex={-1} onClick={copy} />
      <IconButton icon="trash" label={t('drafts.delete')} className={styles.tool} tabIndex={-1} onClick={remove} />
      <span className={styles.extent}>
        {chosen.size > 1
          ? t('drafts.several', { count: chosen.size })
          : t('drafts.size', { columns: placed.columns, rows: placed.rows })}
      </span>
    </div>
  );
}

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

/** Moves the focus to the selected widget, even if it was just added. */
function useFocusOn(grid: RefObject<HTMLElement | null>, current: number | null, chosen: ReadonlySet<number>): void {
  const before = useRef(current);
  useEffect(() => {
    if (before.current === current) return;
    before.current = current;
    if (current === null || !chosen.has(current)) return;
    grid.current?.querySelector<HTMLElement>(`[data-widget="${current}"]`)?.focus();
  }, [grid, current, chosen]);
}

/** Returns a position as CSS custom properties. */
function toPlaceStyle({ column, row, columns, rows }: Placed): CSSProperties {
  return { '--column': column, '--row': row, '--columns': columns, '--rows': rows } as CSSProperties;
}

/** Returns the drawing height in px of an item with that many rows. */
function getDrawingHeight(item: BoardItem, rows: number): number {
  return rowsToHeight(rows, item.kind === 'widget' && getWidgetSpec(item.widget.type).outline === 'cards');
}

/** Shown on a page without widgets. `wide` means the gallery is next to it. */
export function EmptyCanvas({ wide }: { readonly wide: boolean }) {
  const { t } = useText();
  return (
    <div className={styles.empty}>
      <b>{t('drafts.emptyPage')}</b>
      <span>{t(wide ? 'drafts.emptyPageText' : 'drafts.emptyPageText.narrow')}</span>
    </div>
  );
}

/**
 * Returns the widgets without their positions, in the order of their ids. A widget keeps its identity until its content
 * changes, so that moving it neither refetches nor redraws.
 */
function useStableWidgets(widgets: readonly Stored[]): readonly Stored[] {
  const kept = useRef<{ readonly of: readonly Stored[]; readonly steady: readonly Stored[] }>({ of: [], steady: [] });
  if (kept.current.of !== widgets) {
    const before = new Map(kept.current.steady.map((one) => [one.id, one]));
    const steady = widgets
      .toSorted((one, other) => Number(one.id) - Number(other.id))
      .map(({ place: _place, ...widget }) => {
        const bare: Stored = { ...widget, order: 0 };
        const known = before.get(bare.id);
        return known !== undefined && isSame(known, bare) ? known : bare;
      });
    const { steady: last } = kept.current;
    const areSame = steady.length === last.length && steady.every((one, index) => one === last[index]);
    kept.current = { of: widgets, steady: areSame ? last : steady };
  }
  return kept.current.steady;
}

/** A moved widget shares its values with the previous one. Only other values are compared as JSON. */
function isSame(one: Stored, other: Stored): boolean {
  const names = Object.keys(other) as (keyof Stored)[];
  return (
    names.length === Object.keys(one).length &&
    names.every((name) => one[name] === other[name] || JSON.stringify(one[name]) === JSON.stringify(other[name]))
  );
}
