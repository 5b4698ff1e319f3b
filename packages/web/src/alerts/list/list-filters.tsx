import { useEffect, useState } from 'react';
import { type MessageId, useText } from '../../i18n/index.ts';
import { InlineSelect } from '../../ui/inline-select/index.ts';
import styles from './list.module.css';
import { type ListSearch, shownKinds, sortKeys } from './list-search.ts';

/** Debounce of the search field, ms. */
const typingPause = 250;

/** Filters and order of the list, stored in the address. */
export function ListFilters({ search, onChoose }: { search: ListSearch; onChoose: (next: ListSearch) => void }) {
  const { t } = useText();
  const { show = 'all', sort = 'state' } = search;
  const [text, setText] = useState(search.q ?? '');
  useEffect(() => {
    if (text === (search.q ?? '')) return;
    const { q: _before, ...rest } = search;
    const timer = setTimeout(() => onChoose({ ...rest, ...(text !== '' && { q: text }) }), typingPause);
    return () => clearTimeout(timer);
  }, [text, search, onChoose]);
  return (
    <div className={styles.filters}>
      <fieldset className={styles.tabs} aria-label={t('alerts.filter')}>
        {shownKinds.map((kind) => (
          <button
            key={kind}
            type="button"
            className={styles.tab}
            aria-pressed={kind === show}
            onClick={() => {
              const { show: _before, ...rest } = search;
              onChoose({ ...rest, ...(kind !== 'all' && { show: kind }) });
            }}
          >
            {t(`alerts.filter.${kind}` as MessageId)}
          </button>
        ))}
      </fieldset>
      <input
        type="search"
        className={styles.search}
        aria-label={t('alerts.search')}
        placeholder={t('alerts.search')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <InlineSelect
        label={t('alerts.sort')}
        className={styles.sort}
        value={sort}
        options={sortKeys.map((key) => ({ value: key, text: t(`alerts.sort.${key}` as MessageId) }))}
        onChange={(key) => {
          const { sort: _before, ...rest } = search;
          onChoose({ ...rest, ...(key !== 'state' && { sort: key }) });
        }}
      />
    </div>
  );
}
