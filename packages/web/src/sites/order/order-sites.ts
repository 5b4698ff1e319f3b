import type { Comfort } from '@atrium/domain/dashboards';
import type { StripSite } from '../strip.tsx';

/** What the overview may be sorted by. Its own order is that of names, which stands whatever comes later. */
export const orderKeys = ['name', 'attention', 'inside', 'entries', 'comfort', 'energy', 'coverage'] as const;
export type OrderKey = (typeof orderKeys)[number];

/**
 * The order an address says, by name where it says none; names begin with the first letter, figures with the highest,
 * unless it says otherwise.
 */
export interface OverviewSearch {
  readonly sort?: OrderKey;
  readonly order?: 'ASC' | 'DESC';
}

export interface OrderedSite extends StripSite {
  /** Undefined until it is known. */
  readonly comfort: Comfort | null | undefined;
}

/** What of an address is understood; the rest is dropped. */
export function overviewSearch({ sort, order }: Readonly<Record<string, unknown>>): OverviewSearch {
  const key = orderKeys.find((each) => each === sort);
  if (key === undefined) return {};
  if (key === 'attention') return { sort: key };
  const isTurned = (order === 'ASC' || order === 'DESC') && order !== ownOrder(key);
  return isTurned ? { sort: key, order } : ownSearch(key);
}

export const ownOrder = (key: OrderKey): 'ASC' | 'DESC' => (key === 'name' || key === 'coverage' ? 'ASC' : 'DESC');

/** What an address says of a key in its own order; nothing of the overview's own. */
export const ownSearch = (sort: OrderKey): OverviewSearch => (sort === 'name' ? {} : { sort });

/** By what an address orders. */
export const keyOf = ({ sort = 'name' }: OverviewSearch): OrderKey => sort;

/** The address after a click at a head: its own order, the other way round, and so on. */
export function turned(search: OverviewSearch, key: Exclude<OrderKey, 'attention'>): OverviewSearch {
  if (keyOf(search) !== key || search.order !== undefined) return ownSearch(key);
  return { sort: key, order: ownOrder(key) === 'ASC' ? 'DESC' : 'ASC' };
}

interface OrderContext {
  /** People inside by site; null where that is not known. */
  readonly inside: ReadonlyMap<number, number | null>;
  /** The sites that deserve attention, the most urgent first. */
  readonly attention: readonly number[];
}

/** Rows in an order; what is not known comes last either way, and equals stay as they come: by name. */
export function orderSites<Row extends OrderedSite>(
  rows: readonly Row[],
  search: OverviewSearch,
  context: OrderContext,
): readonly Row[] {
  const key = keyOf(search);
  const direction = (search.order ?? ownOrder(key)) === 'ASC' ? 1 : -1;
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
