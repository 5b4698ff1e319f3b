import { formatNumber } from '@atrium/domain/core/format';
import { type ReactNode, useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { Button } from '../form/button.tsx';
import styles from './choice.module.css';
import { maxPlainOptions, searchEntries, selectWindow } from './search-entries.ts';

interface Shortlist<Option> {
  /** Options to draw. */
  readonly shown: readonly Option[];
  /** Search field for the other options, with their number. Null if all are shown. */
  readonly search: ReactNode;
}

interface Choosing<Option> {
  readonly textOf: (option: Option) => string;
  readonly isChosen: (option: Option) => boolean;
  /** Selects several options, or deselects them. Without it, a long list has no button for all search results. */
  readonly chooseAll?: (options: readonly Option[], isChosen: boolean) => void;
}

/** Returns the selected values after several were selected or deselected. */
export function chooseValues<Value>(
  chosen: readonly Value[],
  values: readonly Value[],
  isChosen: boolean,
): readonly Value[] {
  if (isChosen) return [...new Set([...chosen, ...values])];
  const removed = new Set(values);
  return chosen.filter((value) => !removed.has(value));
}

/**
 * Returns the part of a checkbox list to draw. A short list is drawn whole. A long one shows the options selected at
 * first, then the others, or the search results, which can be selected all at once.
 */
export function useShortlist<Option>(
  options: readonly Option[],
  { textOf, isChosen, chooseAll }: Choosing<Option>,
): Shortlist<Option> {
  const { t, locale } = useText();
  const [query, setQuery] = useState('');
  const isLong = options.length > maxPlainOptions;
  // Keyed by text, because options are rebuilt on each render. Options selected later keep their position.
  const [chosenFirst, setChosenFirst] = useState<ReadonlySet<string> | null>(null);
  if (!isLong) return { shown: options, search: null };
  const first = chosenFirst ?? new Set(options.filter(isChosen).map(textOf));
  if (chosenFirst === null) setChosenFirst(first);
  const entries = options
    .map((option) => ({ option, text: textOf(option) }))
    .toSorted((one, other) => Number(first.has(other.text)) - Number(first.has(one.text)));
  const found = searchEntries(entries, query);
  const { shown } = selectWindow(found, 0);
  const count = (amount: number) => formatNumber(amount, { locale, decimals: 0 });
  const areAllChosen = found.length > 0 && found.every(({ option }) => isChosen(option));
  return {
    shown: shown.map(({ option }) => option),
    search: (
      <div className={styles.search}>
        <input
          type="search"
          aria-label={t('app.list.search')}
          placeholder={t('app.list.search')}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          // Enter would submit the surrounding form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
        <p role="status">
          {found.length === 0
            ? t('palette.none')
            : shown.length < found.length &&
              t('app.list.more', { shown: count(shown.length), count: count(found.length) })}
        </p>
        {chooseAll !== undefined && found.length > 0 && (
          <div className={styles.all}>
            <Button
              look="quiet"
              onClick={() =>
                chooseAll(
                  found.map(({ option }) => option),
                  !areAllChosen,
                )
              }
            >
              {t(areAllChosen ? 'app.list.none' : 'app.list.all', { count: count(found.length) })}
            </Button>
            <span role="status">{t('app.list.chosen', { count: count(options.filter(isChosen).length) })}</span>
          </div>
        )}
      </div>
    ),
  };
}
