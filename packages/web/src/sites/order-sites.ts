import type { Comfort } from '@atrium/domain/pages';
import type { StripSite } from './strip.tsx';

/** Sort keys of the overview. The default is the name, which does not change as numbers load. */
export const orderKeys = ['name', 'attention', 'inside', 'entries', 'comfort', 'energy', 'coverage'] as const;
export type OrderKey = (typeof orderKeys)[number];

/** Order from the address; by name if absent. Names default to ascending, figures to descending. */
export interface OverviewSearch {
  readonly sort?: OrderKey;
  readonly order?: 'ASC' | 'DESC';
}

export interface OrderedSite extends StripSite {
  /** Undefined while loading. */
  readonly comfort: Comfort | null | undefined;
}

/** Parses the search parameters; drops invalid ones. */
export function parseOverviewSearch({ sort, order }: Readonly<Record<string, unknown>>): OverviewSearch {
  const key = orderKeys.find((each) => each === sort);
  if (key === undefined) return {};
  if (key === 'attention') return { sort: key };
  const isTurned = (order === 'ASC' || order === 'DESC') && order !== getDefaultOrder(key);
  return isTurned ? { sort: key, order } : toDefaultSearch(key);
}

export const getDefaultOrder = (key: OrderKey): 'ASC' | 'DESC' =>
  key === 'name' || key === 'coverage' ? 'ASC' : 'DESC';

/** Returns the address for a key in its default direction; empty for the default key. */
export const toDefaultSearch = (sort: OrderKey): OverviewSearch => (sort === 'name' ? {} : { sort });

/** Returns the sort key of an address. */
export const getOrderKey = ({ sort = 'name' }: OverviewSearch): OrderKey => sort;

/** Returns the address after a click on a header: default direction first, then reversed. */
export function toggleOrder(search: OverviewSearch, key: Exclude<OrderKey, 'attention'>): OverviewSearch {
  if (getOrderKey(search) !== key || search.order !== undefined) return toDefaultSearch(key);
  return { sort: key, order: getDefaultOrder(key) === 'ASC' ? 'DESC' : 'ASC' };
}

interface OrderContext {
  /** People inside by site; null if unknown. */
  readonly inside: ReadonlyMap<number, number | null>;
  /** Sites that need attention, the most urgent first. */
  readonly attention: readonly number[];
}

/** Sorts rows. Unknown values come last in both directions; ties stay ordered by name. */
export function orderSites<Row extends OrderedSite>(
  rows: readonly Row[],
  search: OverviewSearch,
  context: OrderContext,
): readonly Row[] {
  const key = getOrderKey(search);
  const direction = (search.order ?? getDefaultOrder(key)) === 'ASC' ? 1 : -1;
  if (key === 'name') return direction === 1 ? rows : rows.toReversed();
  if (key === 'attention') {
    const place = ({ site }: Row) => {
      const index = context.attention.indexOf(site.id);
      return index < 0 ? context.attention.length : index;
    };
    return rows.toSorted((left, right) => place(left) - place(right));
  }
  const amountOf = (row: Row) => figureOf(row, key, context);
  return rows.toSorted((left, right) => {
    const [one, other] = [amountOf(left), amountOf(right)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return direction * (one - other);
  });
}

function figureOf(
  { site, numbers, comfort, energy, coverage }: OrderedSite,
  key: Exclude<OrderKey, 'attention' | 'name'>,
  { inside }: OrderContext,
): number | null {
  if (key === 'inside') return inside.get(site.id) ?? null;
  if (key === 'entries') return numbers?.entries ?? null;
  if (key === 'comfort') return comfort?.score ?? null;
  if (key === 'energy') return energy === null || energy === 'loading' ? null : energy.used;
  return coverage.ratio;
}
