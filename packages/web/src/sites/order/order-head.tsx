import { type MessageId, useText } from '../../i18n/index.ts';
import styles from './order.module.css';
import { type OrderKey, type OverviewSearch, ownOrder, turned } from './order-sites.ts';

interface OrderHeadProps {
  readonly by: Exclude<OrderKey, 'attention'>;
  readonly text: string;
  readonly search: OverviewSearch;
  readonly onChoose: (next: OverviewSearch) => void;
  readonly className?: string | undefined;
  readonly cell?: string;
}

/** A head of the table that sorts it by its column. */
export function OrderHead({ by, text, search, onChoose, className, cell }: OrderHeadProps) {
  const isSorted = search.sort === by;
  const isUp = isSorted && (search.order ?? ownOrder(by)) === 'ASC';
  return (
    <th
      scope="col"
      className={className}
      data-cell={cell}
      aria-sort={isSorted ? (isUp ? 'ascending' : 'descending') : 'none'}
    >
      <button
        type="button"
        className={styles.head}
        data-sorted={isSorted || undefined}
        onClick={() => onChoose(turned(search, by))}
      >
        {text}
        <span aria-hidden="true" className={styles.arrow}>
          {isUp ? '↑' : '↓'}
        </span>
      </button>
    </th>
  );
}

/** In which order the rows stand, where heads cannot be reached or no head stands for it. */
export function OrderMenu({
  search,
  onChoose,
  keys,
}: Pick<OrderHeadProps, 'search' | 'onChoose'> & { readonly keys: readonly OrderKey[] }) {
  const { t } = useText();
  return (
    <label className={styles.menu}>
      {t('sites.sort')}
      <select
        value={search.sort ?? 'attention'}
        onChange={({ target }) => {
          const sort = keys.find((key) => key === target.value) ?? 'attention';
          onChoose(sort === 'attention' ? {} : { sort });
        }}
      >
        {keys.map((key) => (
          <option key={key} value={key}>
            {t(names[key])}
          </option>
        ))}
      </select>
    </label>
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
