import { type AlertCondition, maxQuietTimes, type QuietTime } from '@atrium/domain/actions/alerts';
import type { Weekday } from '@atrium/domain/core';
import { formatWeekday } from '@atrium/domain/core/format';
import { useText } from '../../../i18n/index.ts';
import { Button, IconButton } from '../../../ui/form/button.tsx';
import { Checkbox, TextField } from '../../../ui/form/field.tsx';
import styles from './form.module.css';

const weekdays: readonly Weekday[] = [1, 2, 3, 4, 5, 6, 7];
const firstTime: QuietTime = { days: weekdays, from: '22:00', to: '06:00' };

interface QuietTimesProps {
  readonly condition: AlertCondition;
  readonly error: string | undefined;
  readonly onChange: (condition: AlertCondition) => void;
}

/** Times in which the alert tells nobody, by the clock of the site, and its holidays. */
export function QuietTimes({ condition, error, onChange }: QuietTimesProps) {
  const { t } = useText();
  const { quietTimes } = condition;
  const set = (next: readonly QuietTime[]) => onChange({ ...condition, quietTimes: next });
  return (
    <fieldset className={styles.many} {...(error !== undefined && { 'data-invalid': true, tabIndex: -1 })}>
      <legend>{t('alertForm.quiet')}</legend>
      {quietTimes.map((time, index) => (
        <TimeRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a row being edited keeps its index
          key={index}
          time={time}
          onChange={(next) => set(quietTimes.with(index, next))}
          onRemove={() => set(quietTimes.filter((_, at) => at !== index))}
        />
      ))}
      {error !== undefined && <p className={styles.error}>{error}</p>}
      {quietTimes.length < maxQuietTimes && (
        <Button look="quiet" icon="plus" onClick={() => set([...quietTimes, firstTime])}>
          {t('alertForm.quiet.add')}
        </Button>
      )}
      <Checkbox
        label={t('alertForm.quiet.closedDays')}
        checked={condition.quietOnClosedDays}
        onChange={(event) => onChange({ ...condition, quietOnClosedDays: event.currentTarget.checked })}
      />
      <p className={styles.hint}>{t('alertForm.quiet.note')}</p>
    </fieldset>
  );
}

interface TimeRowProps {
  readonly time: QuietTime;
  readonly onChange: (time: QuietTime) => void;
  readonly onRemove: () => void;
}

function TimeRow({ time, onChange, onRemove }: TimeRowProps) {
  const { t, locale } = useText();
  return (
    <section aria-label={`${time.from}–${time.to}`}>
      <div className={styles.options}>
        {weekdays.map((day) => (
          <Checkbox
            key={day}
            label={formatWeekday(day, locale, 'short')}
            checked={time.days.includes(day)}
            onChange={({ currentTarget: { checked } }) =>
              onChange({ ...time, days: weekdays.filter((one) => (one === day ? checked : time.days.includes(one))) })
            }
          />
        ))}
      </div>
      <div className={styles.pair}>
        <TextField
          label={t('alertForm.quiet.from')}
          type="time"
          value={time.from}
          onChange={(event) => onChange({ ...time, from: event.currentTarget.value })}
        />
        <TextField
          label={t('alertForm.quiet.to')}
          type="time"
          value={time.to === '24:00' ? '00:00' : time.to}
          onChange={(event) => onChange({ ...time, to: event.currentTarget.value })}
        />
      </div>
      <IconButton icon="trash" label={t('alertForm.quiet.remove')} onClick={onRemove} />
    </section>
  );
}
