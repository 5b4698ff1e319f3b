import type { FilterState, ResolvedFilters } from '@atrium/domain/pages';
import { useText } from '../../i18n/index.ts';
import { useMedia } from '../../ui/page/use-media.ts';
import { createLazyPanel } from './bar-parts.tsx';
import { Dropdown } from './dropdown.tsx';
import { formatCompareMode, formatCompareModeShort } from './filter-texts.ts';
import styles from './filters.module.css';

const ComparePanel = createLazyPanel('ComparePanel');

/** Switch for the comparison, joined to the choice of its mode. */
export function CompareControl({
  filters,
  onChange,
}: {
  readonly filters: ResolvedFilters;
  readonly onChange: (compare: FilterState['compare']) => void;
}) {
  const { t, locale } = useText();
  const phone = useMedia('(width < 500px)');
  const { compare } = filters.state;
  const word = (mode: FilterState['compare']['mode']) => formatCompareMode(mode, filters.ranges, { t, locale });
  return (
    <div className={styles.segmented}>
      <button
        type="button"
        role="switch"
        aria-checked={compare.on}
        aria-label={t('filters.compare')}
        className={styles.switch}
        onClick={() => onChange({ ...compare, on: !compare.on })}
      >
        <span className={styles.knob} data-on={compare.on || undefined} aria-hidden="true" />
        <span className={styles.switchWord}>{t('filters.compare')}</span>
      </button>
      <Dropdown
        joined
        name={t('filters.compare')}
        label={
          <span className={styles.value}>
            <span className="visually-hidden">{t('filters.compare')} </span>
            {phone ? formatCompareModeShort(compare.mode, filters.ranges, { t, locale }) : word(compare.mode)}
          </span>
        }
      >
        {(close) => (
          <ComparePanel
            word={word}
            chosen={compare.mode}
            onChoose={(mode) => {
              onChange({ on: true, mode });
              close();
            }}
          />
        )}
      </Dropdown>
    </div>
  );
}
