import {
  type AddedWidgets,
  contentLimits,
  getLayout,
  withCopies,
  withLayout,
  withoutWidgets,
  withWidget,
} from '@atrium/domain/pages/content';
import {
  type Direction,
  hasLayoutChanged,
  type Layout,
  type Placed,
  resizeItem,
  stepItems,
} from '@atrium/domain/pages/layout';
import type { Stored } from '@atrium/domain/pages/widgets';
import { useMemo, useRef, useState } from 'react';
import { type Translate, useText } from '../../../i18n/index.ts';
import type { DraftWork } from '../use-draft-work.ts';
import { getWidgetTitle } from './widget-names.ts';

/** The selected widgets of a page. */
interface WidgetSelection {
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
function useSelection(there: readonly number[]): WidgetSelection {
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

/** Actions on a page's widgets. Each can be undone in one step and is announced to screen readers. */
export interface Arranging extends WidgetSelection {
  readonly layout: Layout;
  readonly isLifted: boolean;
  /** The selection's name. */
  readonly name: string;
  readonly lift: () => void;
  readonly putDown: () => void;
  readonly step: (direction: Direction) => void;
  readonly resize: (by: { readonly columns: number; readonly rows: number }) => void;
  /** Applies a layout that a pointer made. */
  readonly arrange: (layout: Layout) => void;
  readonly add: (stored: Stored) => void;
  readonly copy: () => void;
  readonly remove: () => void;
  readonly undo: () => void;
  readonly redo: () => void;
}

export function useArranging(work: DraftWork, say: (text: string) => void): Arranging {
  const { t } = useText();
  const { widgets } = work.page;
  const layout = useMemo(() => getLayout(widgets), [widgets]);
  const choosing = useSelection(layout.map(({ id }) => id));
  const { chosen } = choosing;
  const [first] = chosen;
  const name =
    chosen.size > 1
      ? t('drafts.several', { count: chosen.size })
      : getWidgetTitle(
          widgets.find(({ id }) => id === first),
          t,
        );
  const of = { work, choosing, layout, name, say, t };
  const lifting = useLifting(of);
  return { ...choosing, layout, name, ...lifting, ...changesOf(of, lifting.putAway) };
}

interface Of {
  readonly work: DraftWork;
  readonly choosing: WidgetSelection;
  readonly layout: Layout;
  readonly name: string;
  readonly say: (text: string) => void;
  readonly t: Translate;
}

/** Moves and resizes. With keys, everything between lifting and putting down is one undo step. */
function useLifting({ work, choosing: { chosen }, layout, name, say, t }: Of) {
  const [isLifted, setLifted] = useState(false);
  const lifts = useRef(0);
  const { content, page } = work;
  const sayWhere = (how: 'drafts.said.at' | 'drafts.said.down', of: Layout) => {
    const at = of.find(({ id }) => chosen.has(id));
    if (at !== undefined) say(t(how, { title: name, ...toPlaceParams(at) }));
  };
  function keyed(next: Layout) {
    if (!hasLayoutChanged(layout, next)) return say(t('drafts.said.edge', { title: name }));
    work.change(withLayout(content, page.key, next), `lift ${lifts.current}`);
    sayWhere('drafts.said.at', next);
  }
  return {
    isLifted: isLifted && chosen.size > 0,
    /** Ends lifting without an announcement, because another one follows. */
    putAway: () => setLifted(false),
    lift() {
      if (chosen.size === 0) return;
      lifts.current += 1;
      setLifted(true);
      say(t('drafts.said.lifted', { title: name }));
    },
    putDown() {
      setLifted(false);
      sayWhere('drafts.said.down', layout);
    },
    step: (direction: Direction) => keyed(stepItems(layout, chosen, direction)),
    resize: (by: { readonly columns: number; readonly rows: number }) =>
      keyed([...chosen].reduce((all, id) => resizeItem(all, id, by), layout)),
    arrange(next: Layout) {
      if (!hasLayoutChanged(layout, next)) return;
      work.change(withLayout(content, page.key, next));
      sayWhere('drafts.said.down', next);
    },
  };
}

/** Adds, copies and removes widgets, and undoes and redoes changes. */
function changesOf({ work, choosing, layout, name, say, t }: Of, putAway: () => void) {
  const { content, page } = work;
  const { chosen } = choosing;
  function more({ content: next, ids }: AddedWidgets, title: string) {
    if (ids.length === 0) return say(t('drafts.said.full', { count: contentLimits.widgets }));
    putAway();
    work.change(next);
    choosing.only(ids);
    say(t('drafts.said.added', { title }));
  }
  return {
    add(stored: Stored) {
      const last = layout.findLastIndex(({ id }) => chosen.has(id));
      const before = last < 0 ? null : (layout[last + 1]?.id ?? null);
      more(withWidget(content, page.key, stored, { before }), getWidgetTitle(stored, t));
    },
    copy: () => more(withCopies(content, page.key, chosen), name),
    remove() {
      if (chosen.size === 0) return;
      const at = layout.findIndex(({ id }) => chosen.has(id));
      const left = layout.filter(({ id }) => !chosen.has(id));
      putAway();
      work.change(withoutWidgets(content, page.key, chosen));
      const then = left[Math.min(at, left.length - 1)];
      choosing.only(then === undefined ? [] : [then.id]);
      say(t('drafts.said.removed', { title: name }));
    },
    undo() {
      if (!work.canUndo) return;
      putAway();
      work.undo();
      say(t('drafts.said.undone'));
    },
    redo() {
      if (!work.canRedo) return;
      putAway();
      work.redo();
      say(t('drafts.said.redone'));
    },
  };
}

/** One-based, for announcements. */
export const toPlaceParams = ({ column, row, columns, rows }: Placed) => ({
  column: column + 1,
  row: row + 1,
  columns,
  rows,
});

/** Holds the announcement for screen readers. `turn` makes repeated texts announce again. */
export function useAnnouncement(): {
  readonly said: { readonly text: string; readonly turn: number };
  readonly say: (text: string) => void;
} {
  const [said, setSaid] = useState({ text: '', turn: 0 });
  return { said, say: (text) => setSaid(({ turn }) => ({ text, turn: turn + 1 })) };
}
