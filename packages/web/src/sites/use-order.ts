import { useNavigate, useSearch } from '@tanstack/react-router';
import { useInsideTotals } from '../live/index.ts';
import { getOrderKey, type OrderedSite, type OverviewSearch, orderSites, parseOverviewSearch } from './order-sites.ts';

/** Returns the order from the address and a setter, which replaces the history entry. */
export function useOrder() {
  const search = parseOverviewSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const choose = (next: OverviewSearch) => void navigate({ to: '.', search: next as never, replace: true });
  return { search, choose };
}

/** Sorts rows by their current figures; `attention`: sites that need it, the most urgent first. */
export function useOrdered<Row extends OrderedSite>(
  rows: readonly Row[],
  search: OverviewSearch,
  attention: readonly number[],
): readonly Row[] {
  // Subscribes to live values only when sorted by them.
  const byPeople = getOrderKey(search) === 'inside';
  const totals = useInsideTotals(byPeople ? rows.map(({ site }) => site.topZoneIds) : noPlaces);
  const people = ({ day }: Row, index: number) => (day.open.state === 'open' ? (totals[index]?.people ?? null) : null);
  const inside = new Map(rows.map((row, index) => [row.site.id, people(row, index)]));
  return orderSites(rows, search, { inside, attention });
}

const noPlaces: readonly (readonly number[])[] = [];
