import {
  type Announcements,
  type AutoScrollOptions,
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { useText } from '../../i18n/index.ts';
import { Icon } from '../../ui/icons/index.ts';
import styles from './bookmark-list.module.css';
import type { BookmarkRowProps } from './bookmark-row.tsx';
import { BookmarkRow } from './bookmark-row.tsx';
import type { Bookmark } from './use-bookmarks.ts';

/**
 * Scrolls the list only while the pointer is at its very edge, so that every visible row can be a drop target. The page
 * behind never scrolls.
 */
const autoScroll: AutoScrollOptions = {
  threshold: { x: 0, y: 0.015 },
  acceleration: 1,
  canScroll: (element) => element !== document.scrollingElement,
};

/** Rows that can be dragged by their handle, or by keyboard: space to lift, arrows to move, space to drop. */
export function SortableRows({
  list,
  rowOf,
  onOrder,
}: {
  list: readonly Bookmark[];
  rowOf: (bookmark: Bookmark) => BookmarkRowProps;
  onOrder: (list: readonly Bookmark[]) => void;
}) {
  const { t } = useText();
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const placeOf = (id: UniqueIdentifier) => {
    const index = list.findIndex((bookmark) => bookmark.id === id);
    return { title: list[index]?.title ?? '', place: index + 1, count: list.length };
  };
  const told: Announcements = {
    onDragStart: ({ active }) => t('bookmarks.lifted', placeOf(active.id)),
    onDragOver: ({ active, over }) =>
      over === null ? undefined : t('bookmarks.moved', { ...placeOf(over.id), title: placeOf(active.id).title }),
    onDragEnd: ({ active, over }) =>
      t('bookmarks.dropped', { ...placeOf(over?.id ?? active.id), title: placeOf(active.id).title }),
    onDragCancel: ({ active }) => t('bookmarks.dropped', placeOf(active.id)),
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      autoScroll={autoScroll}
      accessibility={{ announcements: told, screenReaderInstructions: { draggable: t('bookmarks.howToMove') } }}
      onDragEnd={({ active, over }) => {
        const next = over === null ? null : moveItem(list, Number(active.id), Number(over.id));
        if (next !== null) onOrder(next);
      }}
    >
      <SortableContext items={list.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
        <ul className={styles.list}>
          {list.map((bookmark) => (
            <SortableRow key={bookmark.id} {...rowOf(bookmark)} />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  );
}

function SortableRow(props: BookmarkRowProps) {
  const { t } = useText();
  const { id, title } = props.bookmark;
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } = useSortable({
    id,
    attributes: { roleDescription: t('bookmarks.movable') },
  });
  return (
    <li
      ref={setNodeRef}
      className={styles.sortable}
      data-dragging={isDragging}
      style={{ transform: CSS.Translate.toString(transform), transition: transition ?? '' }}
    >
      <BookmarkRow
        {...props}
        handle={
          <button
            ref={setActivatorNodeRef}
            type="button"
            className={`${styles.tool} ${styles.handle}`}
            {...attributes}
            {...listeners}
            aria-label={t('bookmarks.move', { title })}
          >
            <Icon name="drag" size={14} />
          </button>
        }
      />
    </li>
  );
}

/** Moves the item with the id `id` to the position of the item with the id `target`. Returns null if nothing moves. */
export function moveItem<Item extends { readonly id: number }>(
  items: readonly Item[],
  id: number,
  target: number,
): readonly Item[] | null {
  const from = items.findIndex((item) => item.id === id);
  const to = items.findIndex((item) => item.id === target);
  const moved = items[from];
  if (moved === undefined || to < 0 || from === to) return null;
  return items.toSpliced(from, 1).toSpliced(to, 0, moved);
}
