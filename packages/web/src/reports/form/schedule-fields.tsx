import type { Instant } from '@atrium/domain/core';
import { includedDayPresets, type SendDay, sendDays } from '@atrium/domain/schedules';
import { useId, useState } from 'react';
import { type Text, useText } from '../../i18n/index.ts';
import { useNow } from '../../live/index.ts';
import { formatCoverage, formatSendDay, HourField } from '../../schedules/index.ts';
import { type Form, NumberInput, SelectField } from '../../ui/fields/index.ts';
import { Icon } from '../../ui/icons/index.ts';
import { type Draft, isValidCoverage } from './draft.ts';
import styles from './form.module.css';

interface ScheduleFieldsProps {
  readonly form: Form<Draft>;
  /** null before a site is selected. */
  readonly timezone: string | null;
  /** Whether it is on and its event runs; otherwise there is no next send time. */
  readonly isSending: boolean;
}

/** Send time in the site's time zone, and the number of days covered. */
export function ScheduleFields({ form, timezone, isSending }: ScheduleFieldsProps) {
  const text = useText();
  const { t } = text;
  const now = useNow(20_000);
  const { values, faults, set } = form;
  return (
    <>
      <div className={styles.pair}>
        <SelectField
          label={t('reportForm.sendDay')}
          name="sendDay"
          value={values.sendDay}
          error={faults.sendDay ?? null}
          options={sendDays.map((day) => ({ value: day, text: formatSendDay(day, text) }))}
          onChange={(day) => set('sendDay', day as SendDay)}
        />
        <HourField
          hour={values.hour}
          timezone={timezone}
          error={faults.hour ?? null}
          onChange={(hour) => set('hour', hour)}
        />
      </div>
      <IncludedDays
        days={values.includedDays}
        error={faults.includedDays}
        note={
          timezone !== null && isSending
            ? formatNextCoverage(values, timezone, text, now)
            : formatAnyCoverage(values, text)
        }
        onChange={(days) => set('includedDays', days)}
      />
    </>
  );
}

/** Describes the coverage without dates; null while the number of days is missing. */
const formatAnyCoverage = ({ includedDays }: Draft, { t }: Text): string | null =>
  isValidCoverage(includedDays) ? t('reportForm.coversAny', { count: includedDays }) : null;

/** Describes the next send time and the days it covers; null while the number of days is missing. */
const formatNextCoverage = (
  { sendDay, hour, includedDays }: Draft,
  timezone: string,
  text: Text,
  now: Instant,
): string | null =>
  isValidCoverage(includedDays) ? formatCoverage({ sendDay, hour, includedDays }, timezone, text, now) : null;

interface IncludedDaysProps {
  readonly days: number | null;
  readonly error: string | undefined;
  readonly note: string | null;
  readonly onChange: (days: number | null) => void;
}

/** A number of days, typed or picked from common ones. */
function IncludedDays({ days, error, note, onChange }: IncludedDaysProps) {
  const { t } = useText();
  const id = useId();
  const [fault, setFault] = useState<string | null>(null);
  const wrong = fault ?? error;
  return (
    <div>
      <label className={styles.label} htmlFor={id}>
        {t('reportForm.days')}
      </label>
      <div className={styles.days}>
        <NumberInput
          id={id}
          name="includedDays"
          isWhole
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-note`}
          value={days}
          onChange={onChange}
          onFault={setFault}
        />
        {includedDayPresets.map((preset) => (
          <button key={preset} type="button" aria-pressed={days === preset} onClick={() => onChange(preset)}>
            {preset}
          </button>
        ))}
      </div>
      <p id={`${id}-note`} className={wrong === undefined ? styles.note : styles.error}>
        {wrong !== undefined && <Icon name="alert" size={14} />}
        {wrong ?? note}
      </p>
    </div>
  );
}
