import { type MessageId, useText } from '../../i18n/index.ts';
import { InlineSelect } from '../../ui/inline-select/index.ts';
import type { ColumnSort } from '../../ui/table/index.ts';
import styles from './order.module.css';
import { keyOf, type OrderKey, type OverviewSearch, ownOrder, ownSearch, turned } from './order-sites.ts';

interface OrderMenuProps {
  readonly search: OverviewSearch;
  readonly onChoose: (next: OverviewSearch) => void;
  readonly keys: readonly OrderKey[];
}

/** Returns the sort props of a column, which its header toggles. */
export function sortOf(
  by: Exclude<OrderKey, 'attention'>,
  search: OverviewSearch,
  onChoose: OrderMenuProps['onChoose'],
): ColumnSort {
  const isUp = (search.order ?? ownOrder(by)) === 'ASC';
  return {
    by: keyOf(search) === by ? (isUp ? 'ascending' : 'descending') : null,
    turn: () => onChoose(turned(search, by)),
  };
}

/** Selects the order where headers are unreachable or missing. */
export function OrderMenu({ search, onChoose, keys }: OrderMenuProps) {
  const { t } = useText();
  return (
    <InlineSelect
      label={t('sites.sort')}
      className={styles.menu}
      value={keyOf(search)}
      options={keys.map((key) => ({ value: key, text: t(names[key]) }))}
      onChange={(sort) => onChoose(ownSearch(sort))}
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
