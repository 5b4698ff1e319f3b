import { countsFromZero, sendableMetrics } from '@atrium/domain/measurements/readings';
import { useText } from '../i18n/index.ts';
import { SelectField } from '../ui/fields/index.ts';
import { Checkbox, TextField } from '../ui/form/index.ts';
import { FieldPair } from '../ui/sections/index.ts';
import { selectMetrics } from './columns.ts';
import type { ReadingsImporting } from './use-readings-import.ts';

const timezones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].map((value) => ({ value, text: value }));

const intervals = ['0', '60', '300', '600', '900', '1800', '3600', '86400'] as const;

/** Sensor, time zone and interval of the rows. */
export function MoreChoices({
  importing,
  isBusy,
}: {
  readonly importing: ReadingsImporting;
  readonly isBusy: boolean;
}) {
  const { t } = useText();
  const { choices, isByColumn, change } = importing;
  const counts = selectMetrics(choices.meanings).some((metric) => {
    const found = sendableMetrics.get(metric);
    return found !== undefined && countsFromZero(found);
  });
  return (
    <>
      {!isByColumn && (
        <TextField
          label={t('setUp.readings.serial')}
          name="serial"
          autoComplete="off"
          value={choices.serial}
          disabled={isBusy}
          onChange={(event) => change({ serial: event.currentTarget.value })}
        />
      )}
      <FieldPair>
        <SelectField
          label={t('setUp.readings.timezone')}
          name="timezone"
          value={choices.timezone}
          options={timezones}
          disabled={isBusy}
          onChange={(timezone) => change({ timezone })}
        />
        <SelectField
          label={t('setUp.readings.interval')}
          name="interval"
          value={choices.interval}
          options={intervals.map((value) => ({ value, text: t(`setUp.readings.interval.${value}`) }))}
          disabled={isBusy}
          onChange={(interval) => change({ interval })}
        />
      </FieldPair>
      {counts && choices.interval !== '0' && (
        <Checkbox
          label={t('setUp.readings.fillZero')}
          name="fillZero"
          checked={choices.fillZero}
          disabled={isBusy}
          onChange={(event) => change({ fillZero: event.currentTarget.checked })}
        />
      )}
    </>
  );
}
