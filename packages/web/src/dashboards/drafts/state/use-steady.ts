import type { Stored } from '@atrium/domain/dashboards/widgets';
import { useRef } from 'react';

/**
 * The widgets of a page without where they stand, each the same object until it shows something else: what is moved asks
 * nothing anew and is not drawn anew. In the order of their ids.
 */
export function useSteady(widgets: readonly Stored[]): readonly Stored[] {
  const kept = useRef<{ readonly of: readonly Stored[]; readonly steady: readonly Stored[] }>({ of: [], steady: [] });
  if (kept.current.of !== widgets) {
    const before = new Map(kept.current.steady.map((one) => [one.id, one]));
    const steady = widgets
      .toSorted((one, other) => Number(one.id) - Number(other.id))
      .map(({ place: _place, ...widget }) => {
        const bare: Stored = { ...widget, order: 0 };
        const known = before.get(bare.id);
        return known !== undefined && JSON.stringify(known) === JSON.stringify(bare) ? known : bare;
      });
    const isSame =
      steady.length === kept.current.steady.length && steady.every((one, index) => one === kept.current.steady[index]);
    kept.current = { of: widgets, steady: isSame ? kept.current.steady : steady };
  }
  return kept.current.steady;
}
