import type { Placed } from '@atrium/domain/dashboards/layout';
import type { Stored } from '@atrium/domain/dashboards/widgets';
import type { PointerEvent } from 'react';
import { useText } from '../../../i18n/index.ts';
import { IconButton } from '../../../ui/form/index.ts';
import { Icon } from '../../../ui/icons/index.ts';
import { BoardWidget } from '../../widgets/board-widget.tsx';
import type { BoardItem } from '../../widgets/data/plan-board.ts';
import type { Board } from '../../widgets/use-board.ts';
import { formatWidgetType, getWidgetTitle } from '../state/widget-names.ts';
import styles from './canvas.module.css';
import { getDrawingHeight, toPlaceStyle } from './place-style.ts';
import { type Arranging, toPlaceParams } from './use-arranging.ts';
import type { Edge } from './use-dragging.ts';

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
export function CanvasWidget({ placed, item, stored, board, arranging, isMoving, grip }: CanvasWidgetProps) {
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
