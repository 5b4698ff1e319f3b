import { type MessageId, useText } from '../i18n/index.ts';
import { InlineSelect } from '../ui/form/inline-select.tsx';
import type { ColumnSort } from '../ui/table/index.ts';
import styles from './order.module.css';
import {
  getDefaultOrder,
  getOrderKey,
  type OrderKey,
  type OverviewSearch,
  toDefaultSearch,
  toggleOrder,
} from './order-sites.ts';

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
