import { useState } from 'react';

/** Which widgets of a page are meant by what is done next. */
export interface Choosing {
  /** The one that has the focus, or would have it. */
  readonly current: number | null;
  readonly chosen: ReadonlySet<number>;
  /** Whether several are gathered: then going on to another leaves them chosen. */
  readonly isSeveral: boolean;
  /** Goes to one; alone, or beside those that are gathered. */
  readonly goTo: (id: number) => void;
  readonly only: (ids: readonly number[]) => void;
  /** Gathers: takes one more in, or leaves it out. */
  readonly toggle: (id: number) => void;
  readonly none: () => void;
}

interface Chosen {
  readonly current: number | null;
  readonly chosen: ReadonlySet<number>;
  readonly isSeveral: boolean;
}

const nothing: Chosen = { current: null, chosen: new Set(), isSeveral: false };

/** What is not on the page any more is not chosen. */
export function useChoosing(there: readonly number[]): Choosing {
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
        // The first one is chosen already by being where one is.
        if (!before.isSeveral && before.current === id && next.has(id)) return { ...before, isSeveral: true };
        if (!next.delete(id)) next.add(id);
        return { current: id, chosen: next, isSeveral: true };
      }),
    none: () => setState((before) => ({ ...nothing, current: before.current })),
  };
}
