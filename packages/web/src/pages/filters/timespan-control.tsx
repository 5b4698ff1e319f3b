import { shiftTimespan } from '@atrium/domain/pages';
import { useText } from '../../i18n/index.ts';
import { Icon } from '../../ui/icons/index.ts';
import { useMedia } from '../../ui/page/use-media.ts';
import { createLazyPanel } from './bar-parts.tsx';
import type { TimespanControlProps } from './bar-props.ts';
import { Dropdown } from './dropdown.tsx';
import { formatDays, formatDaysShort, formatTimespan } from './filter-texts.ts';
import styles from './filters.module.css';

const TimespanPanel = createLazyPanel('TimespanPanel');

/** Segmented control: earlier, the shown days, later. */
export function TimespanControl({ filters, site, now, onChange }: TimespanControlProps) {
  const text = useText();
  const { t } = text;
  const { timespan, ranges, selectable } = filters;
  const at = { site: site.topology, now, first: selectable.first, last: selectable.last };
  const earlier = shiftTimespan(timespan, -1, at);
  const later = shiftTimespan(timespan, 1, at);
  const word = formatTimespan(timespan, ranges, text);
  const phone = useMedia('(width < 500px)');
  const days = phone ? formatDaysShort(ranges, text) : formatDays(ranges, text);
  return (
    <div className={styles.segmented}>
      <button
        type="button"
        className={styles.arrow}
        disabled={earlier === null}
        aria-label={t('filters.previous')}
        title={t('filters.previous')}
        onClick={() => earlier && onChange(earlier)}
      >
        <Icon name="chevronStart" size={14} />
      </button>
      <Dropdown
        joined
        name={t('filters.timespan')}
        label={
          <>
            <span className="visually-hidden">{t('filters.timespan')}</span>
            <Icon name="calendar" size={14} className={styles.calendarIcon} />
            <span className={styles.value}>{word}</span>
            {days !== word && days !== '' && <span className={styles.key}>{days}</span>}
          </>
        }
      >
        {(close) => <TimespanPanel {...{ filters, site, now, close }} onChange={onChange} />}
      </Dropdown>
      <button
        type="button"
        className={styles.arrow}
        disabled={later === null}
        aria-label={t('filters.next')}
        title={t('filters.next')}
        onClick={() => later && onChange(later)}
      >
        <Icon name="chevronEnd" size={14} />
      </button>
    </div>
  );
}
