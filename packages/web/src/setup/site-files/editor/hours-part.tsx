import { formatDate } from '@atrium/domain/core/format';
import { useState } from 'react';
import { useText } from '../../../i18n/index.ts';
import { Button, IconButton } from '../../../ui/form/button.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { Checkbox } from '../../../ui/form/field.tsx';
import { CardStack, SectionCard } from '../../../ui/page/section-card.tsx';
import styles from './parts.module.css';
import { useProblems } from './problem-text.ts';
import type { Editing } from './use-editing.ts';
import { WeekHours } from './week-hours.tsx';

const workdays = [1, 2, 3, 4, 5] as const;
const usualHours = '08:00-18:00';

/** Opening hours of a site, and the dates on which it is closed. */
export function HoursPart({ editing }: { editing: Editing }) {
  const { t } = useText();
  const { site, change } = editing;
  const problem = useProblems(editing);
  const isAlways = site.openingHours.length === 0;
  const week = (hours: readonly string[]) => workdays.map((day) => ({ day, hours }));
  return (
    <CardStack>
      <SectionCard title={t('setUp.tab.hours')} text={t('setUp.hoursText')}>
        <Checkbox
          label={t('setUp.alwaysOpen')}
          checked={isAlways}
          onChange={(event) => change({ ...site, openingHours: event.currentTarget.checked ? [] : week([usualHours]) })}
        />
        {!isAlways && (
          <WeekHours
            week={site.openingHours}
            usualHours={usualHours}
            emptyDay={t('setUp.closed')}
            labels={{ begin: t('setUp.opens'), end: t('setUp.closes') }}
            onChange={(openingHours, day) => change({ ...site, openingHours }, `hours ${day}`)}
          />
        )}
        {problem('openingHours') !== null && <p className={styles.problem}>{problem('openingHours')}</p>}
        <Checkbox
          label={t('setUp.startsAnew')}
          checked={site.startsAnew}
          disabled={isAlways}
          onChange={(event) => change({ ...site, startsAnew: event.currentTarget.checked })}
        />
      </SectionCard>
      <SectionCard title={t('setUp.field.closedDates')} text={t('setUp.closedText')}>
        <ClosedDates editing={editing} />
      </SectionCard>
    </CardStack>
  );
}

function ClosedDates({ editing: { site, change } }: { editing: Editing }) {
  const text = useText();
  const { t, dateFormat } = text;
  const [date, setDate] = useState('');
  return (
    <>
      <ul className={styles.dates}>
        {site.closedDates.map((one) => (
          <li key={one} className={styles.date}>
            <bdi>{formatDate(one, text)}</bdi>
            <IconButton
              icon="close"
              label={t('setUp.removeDate', { date: formatDate(one, text) })}
              onClick={() => change({ ...site, closedDates: site.closedDates.filter((other) => other !== one) })}
            />
          </li>
        ))}
      </ul>
      <div className={styles.adding}>
        <DateField label={t('setUp.date')} name="closedDate" value={date} pattern={dateFormat} onChange={setDate} />
        <Button
          icon="plus"
          disabled={date === '' || site.closedDates.includes(date)}
          onClick={() => {
            change({ ...site, closedDates: [...site.closedDates, date].sort() });
            setDate('');
          }}
        >
          {t('setUp.add')}
        </Button>
      </div>
    </>
  );
}
