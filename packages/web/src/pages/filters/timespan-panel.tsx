import { listCalendarPresets, rollingPresets, type TimespanPreset } from '@atrium/domain/numbers';
import type { Timespan } from '@atrium/domain/pages';
import { useState } from 'react';
import { loadMessages, useText } from '../../i18n/index.ts';
import { Icon } from '../../ui/icons/index.ts';
import { lazyComponent } from '../../ui/page/lazy-component.tsx';
import type { TimespanControlProps } from './bar-props.ts';
import styles from './filters.module.css';

/** The calendar and its messages load with the first custom range. */
const CustomRanges = lazyComponent(async () => {
  const [{ CustomRanges: calendar }] = await Promise.all([import('./custom-ranges.tsx'), loadMessages('notices')]);
  return calendar;
});

export function TimespanPanel({
  filters,
  site,
  now,
  onChange,
  close,
}: TimespanControlProps & { readonly close: () => void }) {
  const { t } = useText();
  const [custom, setCustom] = useState(filters.state.timespan?.kind === 'custom');
  const apply = (timespan: Timespan) => {
    onChange(timespan);
    close();
  };
  const chosen = filters.timespan.kind === 'preset' ? filters.timespan.preset : null;
  const listPresets = (presets: readonly TimespanPreset[]) =>
    presets.map((preset) => (
      <li key={preset}>
        <button
          type="button"
          className={styles.choice}
          aria-current={(preset === chosen && !custom) || undefined}
          onClick={() => apply({ kind: 'preset', preset })}
        >
          <span>{t(`filters.preset.${preset}`)}</span>
          {preset === chosen && <Icon name="check" size={14} />}
        </button>
      </li>
    ));
  return (
    <div className={styles.timespanPanel}>
      <ul className={styles.choices}>{listPresets(listCalendarPresets(site.topology))}</ul>
      <ul className={styles.choices}>
        {listPresets(rollingPresets)}
        <li>
          <button type="button" className={styles.choice} aria-expanded={custom} onClick={() => setCustom(!custom)}>
            <span>{t('filters.custom')}</span>
            <Icon name="chevronEnd" size={14} />
          </button>
        </li>
      </ul>
      {custom && (
        <CustomRanges
          filters={filters}
          site={site}
          now={now}
          onApply={apply}
          waiting={<div className={styles.customWait} />}
        />
      )}
    </div>
  );
}
