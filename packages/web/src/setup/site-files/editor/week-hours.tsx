import { listWeekdays } from '@atrium/domain/core';
import { formatWeekday } from '@atrium/domain/core/format';
import type { DayHours } from '@atrium/domain/setup/site-files';
import { useText } from '../../../i18n/index.ts';
import { useFirstWeekday } from '../../../people/organization/index.ts';
import { Button, IconButton } from '../../../ui/form/button.tsx';
import { TextField } from '../../../ui/form/field.tsx';
import styles from './parts.module.css';

interface WeekHoursProps {
  /** Days without hours are left out. */
  readonly week: readonly DayHours[];
  /** Hours of the first span added to a day. */
  readonly usualHours: string;
  /** Text for a day without hours. */
  readonly emptyDay: string;
  readonly labels: { readonly begin: string; readonly end: string };
  readonly onChange: (week: readonly DayHours[], day: number) => void;
}

/** Hours of the seven days of a week. */
export function WeekHours({ week, usualHours, emptyDay, labels, onChange }: WeekHoursProps) {
  const { locale } = useText();
  const days = listWeekdays(useFirstWeekday());
  return days.map((day) => (
    <Day
      key={day}
      name={formatWeekday(day, locale, 'long')}
      hours={week.find((one) => one.day === day)?.hours ?? []}
      usualHours={usualHours}
      emptyDay={emptyDay}
      labels={labels}
      onChange={(hours) => onChange(withHours(week, day, hours), day)}
      onCopy={(hours) => onChange(hours.length === 0 ? [] : days.toSorted().map((one) => ({ day: one, hours })), day)}
    />
  ));
}

function withHours(week: readonly DayHours[], day: number, hours: readonly string[]): readonly DayHours[] {
  const others = week.filter((one) => one.day !== day);
  return hours.length === 0 ? others : [...others, { day, hours }].sort((left, right) => left.day - right.day);
}

interface DayProps extends Pick<WeekHoursProps, 'usualHours' | 'emptyDay' | 'labels'> {
  readonly name: string;
  readonly hours: readonly string[];
  readonly onChange: (hours: readonly string[]) => void;
  /** Gives all days of the week these hours. */
  readonly onCopy: (hours: readonly string[]) => void;
}

function Day({ name, hours, usualHours, emptyDay, labels, onChange, onCopy }: DayProps) {
  const { t } = useText();
  const setPart = (index: number, at: 0 | 1, value: string) =>
    onChange(
      hours.map((one, place) => {
        if (place !== index) return one;
        const [begin = '', end = ''] = one.split('-');
        return at === 0 ? `${value}-${end}` : `${begin}-${value}`;
      }),
    );
  return (
    <fieldset className={styles.day}>
      <legend className="visually-hidden">{name}</legend>
      <span className={styles.dayName} aria-hidden="true">
        {name}
      </span>
      <div className={styles.spans}>
        {hours.length === 0 && <span className={styles.closed}>{emptyDay}</span>}
        {hours.map((one, index) => {
          const [begin = '', end = ''] = one.split('-');
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row being edited keeps its index
            <span key={index} className={styles.span}>
              <TextField
                label={labels.begin}
                type="time"
                value={begin}
                onChange={(event) => setPart(index, 0, event.currentTarget.value)}
              />
              <TextField
                label={labels.end}
                type="time"
                value={end === '24:00' ? '00:00' : end}
                onChange={(event) => setPart(index, 1, event.currentTarget.value)}
              />
              <IconButton
                icon="trash"
                label={t('setUp.removeHours', { day: name })}
                onClick={() => onChange(hours.filter((_, place) => place !== index))}
              />
            </span>
          );
        })}
        <span className={styles.dayActions}>
          <Button
            look="quiet"
            icon="plus"
            onClick={() => onChange([...hours, hours.length === 0 ? usualHours : '19:00-21:00'])}
          >
            {t('setUp.addHours')}
            <span className="visually-hidden">{name}</span>
          </Button>
          {hours.length > 0 && (
            <Button look="quiet" icon="copy" onClick={() => onCopy(hours)}>
              {t('setUp.copyHours')}
              <span className="visually-hidden">{name}</span>
            </Button>
          )}
        </span>
      </div>
    </fieldset>
  );
}
