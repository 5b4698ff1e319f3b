import { shiftTimespan, type Timespan } from '@atrium/domain/dashboards';
import { timespanPresets } from '@atrium/domain/measurements';
import { lazy, Suspense, useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { Icon } from '../../ui/icons/index.ts';
import { useMedia } from '../../ui/page/index.ts';
import type { Site } from '../site/site.ts';
import { Dropdown } from './dropdown.tsx';
import { daysWord, shortDaysWord, timespanWord } from './filter-words.ts';
import styles from './filters.module.css';
import type { ResolvedFilters } from './resolve.ts';

/** The calendar comes with the first custom choice, not with the page. */
const CustomRanges = lazy(() => import('./custom-ranges.tsx').then((module) => ({ default: module.CustomRanges })));

interface TimespanControlProps {
  readonly filters: ResolvedFilters;
  readonly site: Site;
  readonly now: number;
  readonly onChange: (timespan: Timespan) => void;
}

/** Earlier, the days shown, later: one segmented control. */
export function TimespanControl({ filters, site, now, onChange }: TimespanControlProps) {
  const { say, locale } = useText();
  const { timespan, ranges, selectable } = filters;
  const at = { site: site.topology, now, first: selectable.first, last: selectable.last };
  const earlier = shiftTimespan(timespan, -1, at);
  const later = shiftTimespan(timespan, 1, at);
  const word = timespanWord(timespan, ranges, { say, locale });
  const phone = useMedia('(width < 500px)');
  const days = phone ? shortDaysWord(ranges, locale) : daysWord(ranges, locale);
  return (
    <div className={styles.segmented}>
      <button
        type="button"
        className={styles.arrow}
        disabled={earlier === null}
        aria-label={say('filters.previous')}
        title={say('filters.previous')}
        onClick={() => earlier && onChange(earlier)}
      >
        <Icon name="chevronStart" size={14} />
      </button>
      <Dropdown
        joined
        name={say('filters.timespan')}
        label={
          <>
            <span className="visually-hidden">{say('filters.timespan')}</span>
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
        aria-label={say('filters.next')}
        title={say('filters.next')}
        onClick={() => later && onChange(later)}
      >
        <Icon name="chevronEnd" size={14} />
      </button>
    </div>
  );
}

function TimespanPanel({ filters, site, now, onChange, close }: TimespanControlProps & { readonly close: () => void }) {
  const { say } = useText();
  const [custom, setCustom] = useState(filters.timespan.kind === 'custom');
  const apply = (timespan: Timespan) => {
    onChange(timespan);
    close();
  };
  const chosen = filters.timespan.kind === 'preset' ? filters.timespan.preset : null;
  return (
    <div className={styles.timespanPanel}>
      <ul className={styles.choices}>
        {timespanPresets.map((preset) => (
          <li key={preset}>
            <button
              type="button"
              className={styles.choice}
              aria-current={(preset === chosen && !custom) || undefined}
              onClick={() => apply({ kind: 'preset', preset })}
            >
              <span>{say(`filters.preset.${preset}`)}</span>
              {preset === chosen && <Icon name="check" size={14} />}
            </button>
          </li>
        ))}
        <li>
          <button type="button" className={styles.choice} aria-expanded={custom} onClick={() => setCustom(!custom)}>
            <span>{say('filters.custom')}</span>
            <Icon name="chevronEnd" size={14} />
          </button>
        </li>
      </ul>
      {custom && (
        <Suspense fallback={<div className={styles.customWait} />}>
          <CustomRanges filters={filters} site={site} now={now} onApply={apply} />
        </Suspense>
      )}
    </div>
  );
}
