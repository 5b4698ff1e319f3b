import type { Stored } from '@atrium/domain/dashboards/widgets';
import { useRef } from 'react';

/**
 * Returns the widgets without their positions, in the order of their ids. A widget keeps its identity until its content
 * changes, so that moving it neither refetches nor redraws.
 */
export function useStableWidgets(widgets: readonly Stored[]): readonly Stored[] {
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
