import { useState } from 'react';

/** The selected widgets of a page. */
export interface WidgetSelection {
  /** The widget that has the focus, or would get it. */
  readonly current: number | null;
  readonly chosen: ReadonlySet<number>;
  /** Whether multiple selection is on. Moving to another widget then keeps the selection. */
  readonly isSeveral: boolean;
  /** Moves to a widget and selects it, unless multiple selection is on. */
  readonly goTo: (id: number) => void;
  readonly only: (ids: readonly number[]) => void;
  /** Adds a widget to the multiple selection, or removes it. */
  readonly toggle: (id: number) => void;
  readonly none: () => void;
}

interface Chosen {
  readonly current: number | null;
  readonly chosen: ReadonlySet<number>;
  readonly isSeveral: boolean;
}

const nothing: Chosen = { current: null, chosen: new Set(), isSeveral: false };

/** Manages the selection. Widgets that are no longer on the page are not selected. */
export function useSelection(there: readonly number[]): WidgetSelection {
  const [state, setState] = useState(nothing);
  const isThere = (id: number | null) => id !== null && there.includes(id);
  const chosen = [...state.chosen].every(isThere) ? state.chosen : new Set([...state.chosen].filter(isThere));
  return {
    current: isThere(state.current) ? state.current : (there[0] ?? null),
    chosen,
    isSeveral: state.isSeveral,
    goTo: (id) =>
      setState((before) => ({ ...before, current: id, chosen: before.isSeveral ? before.chosen : new Set([id]) })),
    only: (ids) => setState({ current: ids[0] ?? null, chosen: new Set(ids), isSeveral: ids.length > 1 }),
    toggle: (id) =>
      setState((before) => {
        const next = new Set(before.chosen);
        // The current widget is already selected, so the first toggle only turns multiple selection on.
        if (!before.isSeveral && before.current === id && next.has(id)) return { ...before, isSeveral: true };
        if (!next.delete(id)) next.add(id);
        return { current: id, chosen: next, isSeveral: true };
      }),
    none: () => setState((before) => ({ ...nothing, current: before.current })),
  };
}
