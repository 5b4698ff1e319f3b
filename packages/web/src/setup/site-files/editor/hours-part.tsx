import { formatDate, formatWeekday } from '@atrium/domain/core/format';
import type { DayHours, SiteDeclaration } from '@atrium/domain/setup/site-files';
import { useState } from 'react';
import { useText } from '../../../i18n/index.ts';
import { Button, IconButton } from '../../../ui/form/button.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { Checkbox, TextField } from '../../../ui/form/field.tsx';
import { CardStack, SectionCard } from '../../../ui/page/section-card.tsx';
import styles from './parts.module.css';
import { useProblems } from './problem-text.ts';
import type { Editing } from './use-editing.ts';

const days = [1, 2, 3, 4, 5, 6, 7] as const;
const usualHours = '08:00-18:00';

/** Opening hours of a site, and the dates on which it is closed. */
export function HoursPart({ editing }: { editing: Editing }) {
  const { t, locale } = useText();
  const { site, change } = editing;
  const problem = useProblems(editing);
  const isAlways = site.openingHours.length === 0;
  const nameOf = (day: number) => formatWeekday(day, locale, 'long');
  const week = (hours: readonly string[]) => days.slice(0, 5).map((day) => ({ day, hours }));
  return (
    <CardStack>
      <SectionCard title={t('setUp.tab.hours')} text={t('setUp.hoursText')}>
        <Checkbox
          label={t('setUp.alwaysOpen')}
          checked={isAlways}
          onChange={(event) => change({ ...site, openingHours: event.currentTarget.checked ? [] : week([usualHours]) })}
        />
        {!isAlways &&
          days.map((day) => (
            <Day
              key={day}
              name={nameOf(day)}
              hours={site.openingHours.find((one) => one.day === day)?.hours ?? []}
              onChange={(hours) => change(withHours(site, day, hours), `hours ${day}`)}
            />
          ))}
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

function withHours(site: SiteDeclaration, day: number, hours: readonly string[]): SiteDeclaration {
  const others = site.openingHours.filter((one) => one.day !== day);
  const openingHours: DayHours[] = hours.length === 0 ? others : [...others, { day, hours }];
  return { ...site, openingHours: openingHours.sort((left, right) => left.day - right.day) };
}

function Day({
  name,
  hours,
  onChange,
}: {
  name: string;
  hours: readonly string[];
  onChange: (hours: readonly string[]) => void;
}) {
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
        {hours.length === 0 && <span className={styles.closed}>{t('setUp.closed')}</span>}
        {hours.map((one, index) => {
          const [begin = '', end = ''] = one.split('-');
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row being edited keeps its index
            <span key={index} className={styles.span}>
              <TextField
                label={t('setUp.opens')}
                type="time"
                value={begin}
                onChange={(event) => setPart(index, 0, event.currentTarget.value)}
              />
              <TextField
                label={t('setUp.closes')}
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
        <Button
          look="quiet"
          icon="plus"
          onClick={() => onChange([...hours, hours.length === 0 ? usualHours : '19:00-21:00'])}
        >
          {t('setUp.addHours')}
          <span className="visually-hidden">{name}</span>
        </Button>
      </div>
    </fieldset>
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
