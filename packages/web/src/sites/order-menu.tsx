import { useNavigate, useSearch } from '@tanstack/react-router';
import { type MessageId, useText } from '../i18n/index.ts';
import { useInsideTotals } from '../numbers/live/index.ts';
import { InlineSelect } from '../ui/form/inline-select.tsx';
import type { ColumnSort } from '../ui/table/table.tsx';
import styles from './order.module.css';
import {
  getDefaultOrder,
  getOrderKey,
  type OrderedSite,
  type OrderKey,
  type OverviewSearch,
  orderSites,
  parseOverviewSearch,
  toDefaultSearch,
  toggleOrder,
} from './order-sites.ts';

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

interface OrderMenuProps {
  readonly search: OverviewSearch;
  readonly onChoose: (next: OverviewSearch) => void;
  readonly keys: readonly OrderKey[];
}

/** Returns the sort props of a column, which its header toggles. */
export function buildColumnSort(
  by: Exclude<OrderKey, 'attention'>,
  search: OverviewSearch,
  onChoose: OrderMenuProps['onChoose'],
): ColumnSort {
  const isUp = (search.order ?? getDefaultOrder(by)) === 'ASC';
  return {
    by: getOrderKey(search) === by ? (isUp ? 'ascending' : 'descending') : null,
    turn: () => onChoose(toggleOrder(search, by)),
  };
}

/** Selects the order where headers are unreachable or missing. */
export function OrderMenu({ search, onChoose, keys }: OrderMenuProps) {
  const { t } = useText();
  return (
    <InlineSelect
      label={t('sites.sort')}
      className={styles.menu}
      value={getOrderKey(search)}
      options={keys.map((key) => ({ value: key, text: t(names[key]) }))}
      onChange={(sort) => onChoose(toDefaultSearch(sort))}
    />
  );
}

const names = {
  attention: 'sites.sort.attention',
  name: 'sites.site',
  inside: 'sites.insideNow',
  entries: 'counting.kpi.entries',
  comfort: 'sites.comfort',
  energy: 'sites.energy',
  coverage: 'sites.coverage',
} as const satisfies Record<OrderKey, MessageId>;
