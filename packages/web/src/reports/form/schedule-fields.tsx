import type { Instant } from '@atrium/domain/core';
import { includedDayPresets, type SendDay, sendDays } from '@atrium/domain/schedules';
import { useId, useState } from 'react';
import { type Text, useText } from '../../i18n/index.ts';
import { useNow } from '../../live/index.ts';
import { coveredText, HourField, sendDayText } from '../../schedules/index.ts';
import { type Form, NumberInput, SelectField } from '../../ui/fields/index.ts';
import { Icon } from '../../ui/icons/index.ts';
import { type Draft, isCovered } from './draft.ts';
import styles from './form.module.css';

interface ScheduleFieldsProps {
  readonly form: Form<Draft>;
  /** null: of no site yet. */
  readonly timezone: string | null;
  /** Whether it is on and its event runs: only then there is a next one. */
  readonly isSending: boolean;
}

/** When it is sent by the site's clock, and the days it covers. */
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
          options={sendDays.map((day) => ({ value: day, text: sendDayText(day, text) }))}
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
        note={timezone !== null && isSending ? nextText(values, timezone, text, now) : coverText(values, text)}
        onChange={(days) => set('includedDays', days)}
      />
    </>
  );
}

/** What one covers that nobody knows the day of; null: it does not say how many days. */
const coverText = ({ includedDays }: Draft, { t }: Text): string | null =>
  isCovered(includedDays) ? t('reportForm.coversAny', { count: includedDays }) : null;

/** Which days the next one covers, and when it comes; null likewise. */
const nextText = ({ sendDay, hour, includedDays }: Draft, timezone: string, text: Text, now: Instant): string | null =>
  isCovered(includedDays) ? coveredText({ sendDay, hour, includedDays }, timezone, text, now) : null;

interface IncludedDaysProps {
  readonly days: number | null;
  readonly error: string | undefined;
  readonly note: string | null;
  readonly onChange: (days: number | null) => void;
}

/** A number of days, typed or taken from the usual ones. */
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
