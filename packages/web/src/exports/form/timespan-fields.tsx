import { formatDate } from '@atrium/domain/core/format';
import { isTimespanPreset, timespanPresets } from '@atrium/domain/measurements';
import { useText } from '../../i18n/index.ts';
import { DateField, SelectField } from '../../ui/fields/index.ts';
import styles from '../exports.module.css';
import { type ExportForm, getSelectableDays } from './use-export-form.ts';

/** A preset, or a first and last day. */
export function TimespanFields({ form, isTried }: { readonly form: ExportForm; readonly isTried: boolean }) {
  const text = useText();
  const { t, dateFormat } = text;
  const { filled, change, days, site } = form;
  const isCustom = filled.timespan === 'custom';
  const bounds = site === null ? {} : getSelectableDays(site, Date.now());
  const options = timespanPresets.map((value) => ({ value: value as string, text: t(`filters.preset.${value}`) }));
  const shownDays =
    days === null
      ? null
      : days.first === days.last
        ? formatDate(days.first, text)
        : `${formatDate(days.first, text)} – ${formatDate(days.last, text)}`;
  return (
    <>
      <SelectField
        label={t('exports.timespan')}
        value={filled.timespan}
        options={[...options, { value: 'custom', text: t('exports.timespan.custom') }]}
        note={!isCustom && shownDays !== null ? <bdi>{shownDays}</bdi> : undefined}
        error={isTried && days === null ? t('exports.timespan.fault') : null}
        onChange={(value) =>
          isTimespanPreset(value)
            ? change({ timespan: value })
            : change({
                timespan: 'custom',
                first: filled.first || (days?.first ?? ''),
                last: filled.last || (days?.last ?? ''),
              })
        }
      />
      {isCustom && (
        <div className={styles.pair}>
          <DateField
            label={t('exports.first')}
            name="first"
            value={filled.first}
            pattern={dateFormat}
            {...bounds}
            onChange={(first) => change({ first })}
          />
          <DateField
            label={t('exports.last')}
            name="last"
            value={filled.last}
            pattern={dateFormat}
            {...bounds}
            onChange={(last) => change({ last })}
          />
        </div>
      )}
    </>
  );
}
