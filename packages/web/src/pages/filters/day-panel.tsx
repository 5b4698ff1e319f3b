import { listWeekdays, type Weekday } from '@atrium/domain/core';
import { formatWeekday } from '@atrium/domain/core/format';
import type { DayFilter } from '@atrium/domain/pages';
import { useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { useFirstWeekday } from '../../people/organization/index.ts';
import styles from './filters.module.css';

/** D05: either included or excluded weekdays, never both. At most six can be chosen. */
export function DayPanel({
  day,
  onChange,
}: {
  readonly day: DayFilter | null;
  readonly onChange: (day: DayFilter | null) => void;
}) {
  const { t, locale } = useText();
  const [operator, setOperator] = useState(day?.operator ?? 'IS');
  const chosen = day?.days ?? [];
  const weekdays = listWeekdays(useFirstWeekday());
  const put = (days: readonly Weekday[], how = operator) =>
    onChange(days.length === 0 ? null : { operator: how, days: listWeekdays().filter((each) => days.includes(each)) });
  return (
    <fieldset className={styles.dayPanel}>
      <legend className="visually-hidden">{t('filters.day')}</legend>
      <div className={styles.operators} role="radiogroup" aria-label={t('filters.day.operator')}>
        {(['IS', 'IS_NOT'] as const).map((each) => (
          <label key={each} className={styles.operator}>
            <input
              type="radio"
              name="day-operator"
              checked={operator === each}
              onChange={() => {
                setOperator(each);
                put(chosen, each);
              }}
            />
            {t(`filters.day.${each}`)}
          </label>
        ))}
      </div>
      {weekdays.map((weekday) => {
        const on = chosen.includes(weekday);
        return (
          <label key={weekday} className={styles.tick}>
            <input
              type="checkbox"
              checked={on}
              disabled={!on && chosen.length === 6}
              onChange={() => put(on ? chosen.filter((each) => each !== weekday) : [...chosen, weekday])}
            />
            {formatWeekday(weekday, locale, 'long')}
          </label>
        );
      })}
    </fieldset>
  );
}
