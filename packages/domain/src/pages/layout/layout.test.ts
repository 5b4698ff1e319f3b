import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  appendItem,
  compactLayout,
  createHistory,
  fillRows,
  getLayoutHeight,
  hasLayoutChanged,
  insertItemBefore,
  type Layout,
  moveItems,
  overlap,
  type Placed,
  pageColumns,
  placeItem,
  placeLimits,
  recordState,
  redoStep,
  removeItems,
  reorder,
  resizeItem,
  stepItems,
  undoStep,
  updatePhoneOrder,
} from './index.ts';

const few = fc.integer({ min: -3, max: 15 });
const places = fc
  .array(fc.record({ column: few, row: fc.integer({ min: 0, max: 30 }), columns: few, rows: few }), { maxLength: 14 })
  .map((all) => all.map((place, index): Placed => ({ id: index + 1, ...place })));
const layouts = places.map((wanted) => compactLayout(wanted));
const by = fc.record({ columns: fc.integer({ min: -14, max: 14 }), rows: fc.integer({ min: -20, max: 20 }) });

/** Asserts the invariants of every layout. */
function expectWhole(layout: Layout, ids: readonly number[]): void {
  expect(layout.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([...ids].toSorted((a, b) => a - b));
  for (const one of layout) {
    expect(one.column).toBeGreaterThanOrEqual(0);
    expect(one.column + one.columns).toBeLessThanOrEqual(pageColumns);
    expect(one.columns).toBeGreaterThanOrEqual(placeLimits.minColumns);
    expect(one.rows).toBeGreaterThanOrEqual(placeLimits.minRows);
    const others = layout.filter((other) => other !== one);
    expect(others.filter((other) => overlap(one, other))).toEqual([]);
    const rests = one.row === 0 || others.some((other) => overlap({ ...one, row: one.row - 1 }, other));
    expect(rests).toBe(true);
  }
}

const idsOf = (layout: Layout) => layout.map(({ id }) => id);

describe('a layout', () => {
  test('keeps every item, without overlaps or vertical gaps', () => {
    fc.assert(fc.property(places, (wanted) => expectWhole(compactLayout(wanted), idsOf(wanted))));
  });

  test('does not change when compacted again', () => {
    fc.assert(
      fc.property(layouts, (layout) => {
        expect(compactLayout(layout)).toEqual(layout);
      }),
    );
  });

  test('keeps every item when some move, and their relative positions', () => {
    fc.assert(
      fc.property(layouts, fc.uniqueArray(fc.integer({ min: 1, max: 14 })), by, (layout, chosen, way) => {
        const ids = new Set(chosen);
        const moved = moveItems(layout, ids, way);
        expectWhole(moved, idsOf(layout));
        const columnsOf = (of: Layout) => of.filter(({ id }) => ids.has(id)).toSorted((a, b) => a.id - b.id);
        const shifts = columnsOf(moved).map(({ column }, index) => column - (columnsOf(layout)[index]?.column ?? 0));
        expect(new Set(shifts).size).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('loses nothing when one gets another size, from any side, and the far side stays', () => {
    fc.assert(
      fc.property(layouts, by, fc.boolean(), fc.boolean(), (layout, way, start, top) => {
        const [one] = layout;
        if (one === undefined) return;
        const after = resizeItem(layout, one.id, way, { start, top });
        expectWhole(after, idsOf(layout));
        const now = after.find(({ id }) => id === one.id) as Placed;
        if (start) expect(now.column + now.columns).toBe(one.column + one.columns);
        else expect(now.column).toBe(one.column);
      }),
    );
  });

  test('adds and removes items', () => {
    fc.assert(
      fc.property(layouts, fc.integer({ min: 0, max: 15 }), few, few, (layout, before, columns, rows) => {
        const added = { id: 99, column: 0, row: 0, columns, rows };
        for (const more of [
          insertItemBefore(layout, added, before),
          placeItem(layout, added),
          appendItem(layout, added),
        ]) {
          expectWhole(more, [...idsOf(layout), 99]);
          expect(
            hasLayoutChanged(removeItems(more, new Set([99])), compactLayout(more.filter(({ id }) => id !== 99))),
          ).toBe(false);
        }
        const others = appendItem(layout, added).filter(({ id }) => id !== 99);
        expect(hasLayoutChanged(others, layout)).toBe(false);
      }),
    );
  });

  test('lets anything be stepped to the top, and to the bottom of its columns', () => {
    fc.assert(
      fc.property(layouts, (layout) => {
        const [one] = layout.slice(-1);
        if (one === undefined) return;
        const ids = new Set([one.id]);
        let now = layout;
        for (let turn = 0; turn < 20; turn++) now = stepItems(now, ids, 'up');
        expect(now.find(({ id }) => id === one.id)?.row).toBe(0);
        for (let turn = 0; turn < 20; turn++) now = stepItems(now, ids, 'down');
        const low = now.find(({ id }) => id === one.id) as Placed;
        const below = now.filter(
          (other) => other.row >= low.row + low.rows && overlap({ ...other, row: low.row }, low),
        );
        expect(below).toEqual([]);
        expect(stepItems(now, ids, 'down')).toBe(now);
      }),
    );
  });

  test('of a page nobody laid out is filled in its order', () => {
    const sizes = [3, 3, 6, 8, 4, 12].map((columns, index) => ({ id: index + 1, columns, rows: 4 }));
    expect(fillRows(sizes).map(({ column, row }) => [column, row])).toEqual([
      [0, 0],
      [3, 0],
      [6, 0],
      [0, 4],
      [8, 4],
      [0, 8],
    ]);
    expect(getLayoutHeight(fillRows(sizes))).toBe(12);
  });

  test('a step past a neighbour changes places with it', () => {
    const layout = fillRows([1, 2, 3].map((id) => ({ id, columns: 12, rows: 4 })));
    expect(idsOf(stepItems(layout, new Set([1]), 'down'))).toEqual([2, 1, 3]);
    expect(idsOf(stepItems(layout, new Set([3]), 'up'))).toEqual([1, 3, 2]);
    expect(stepItems(layout, new Set([1]), 'up')).toBe(layout);
    expect(idsOf(stepItems(layout, new Set([1, 2]), 'down'))).toEqual([3, 1, 2]);
  });
});

describe('the order on a phone', () => {
  const layout = fillRows([1, 2, 3].map((id) => ({ id, columns: 12, rows: 4 })));
  const swapped = stepItems(layout, new Set([1]), 'down');

  test('is that of reading until somebody makes another', () => {
    expect(updatePhoneOrder([1, 2, 3], layout, swapped)).toEqual([2, 1, 3]);
    expect(updatePhoneOrder([3, 1, 2], layout, swapped)).toEqual([3, 1, 2]);
  });

  test('keeps every id, and inserts new ones after their predecessor', () => {
    const more = insertItemBefore(layout, { id: 9, column: 0, row: 0, columns: 12, rows: 3 }, 3);
    expect(updatePhoneOrder([3, 1, 2], layout, more)).toEqual([3, 1, 2, 9]);
    expect(updatePhoneOrder([3, 1, 2], layout, removeItems(more, new Set([1])))).toEqual([3, 2, 9]);
    fc.assert(
      fc.property(layouts, by, (one, way) => {
        const next = moveItems(one, new Set([1, 2]), way);
        const order = updatePhoneOrder(idsOf(one).toReversed(), one, next);
        expect(order.toSorted()).toEqual(idsOf(next).toSorted());
      }),
    );
  });

  test('moves one id to another position', () => {
    expect(reorder([1, 2, 3], 1, 2)).toEqual([2, 3, 1]);
    expect(reorder([1, 2, 3], 3, -5)).toEqual([3, 1, 2]);
    expect(reorder([1, 2, 3], 9, 0)).toEqual([1, 2, 3]);
  });
});

describe('a history', () => {
  test('undoes to what was and redoes to what is', () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { minLength: 1, maxLength: 50 }), (states) => {
        const distinct = states.map((state, index) => ({ state, index }));
        const all = distinct.reduce((history, state) => recordState(history, state), createHistory<object>({}));
        const back = distinct.reduce((history) => undoStep(history), all);
        expect(back.past).toEqual([]);
        expect(undoStep(back)).toBe(back);
        expect(distinct.reduce((history) => redoStep(history), back)).toEqual(all);
        expect(redoStep(all)).toBe(all);
      }),
    );
  });

  test('takes what is typed into one field as one step', () => {
    const typed = ['E', 'En', 'Ent'].reduce((history, text) => recordState(history, text, 'title'), createHistory(''));
    expect(undoStep(typed).present).toBe('');
    expect(undoStep(recordState(typed, 'x', 'other')).present).toBe('Ent');
    expect(recordState(undoStep(typed), 'again').future).toEqual([]);
    const again = recordState(undoStep(recordState(typed, 'more', 'title')), 'later', 'title');
    expect(undoStep(again).present).toBe('');
  });
});
