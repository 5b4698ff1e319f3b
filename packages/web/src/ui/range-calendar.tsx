import { addDays, type LocalDate, listWeekdays, startOfMonth, startOfWeek, type Weekday } from '@atrium/domain/core';
import { formatDayName, formatMonth, formatWeekday } from '@atrium/domain/core/format';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useText } from '../i18n/index.ts';
import styles from './calendar.module.css';
import { IconButton } from './form/button.tsx';
import { Select } from './form/select.tsx';
import { Table } from './table/table.tsx';

interface RangeCalendarProps {
  readonly label: string;
  /** Any day of the shown month. */
  readonly month: LocalDate;
  /** First and last selectable day. */
  readonly first: LocalDate;
  readonly last: LocalDate;
  readonly firstWeekday: Weekday;
  readonly from: LocalDate | null;
  readonly to: LocalDate | null;
  readonly onMonth: (month: LocalDate) => void;
  readonly onChoose: (from: LocalDate, to: LocalDate | null) => void;
}

/** A month in which the user selects the first and last day of a range. Arrow keys move by day, page keys by month. */
export function RangeCalendar(props: RangeCalendarProps) {
  const { label, month, first, last, firstWeekday, from, to, onMonth, onChoose } = props;
  const { t, locale } = useText();
  const place = useRef<HTMLDivElement>(null);
  const [walkedTo, setWalkedTo] = useState<LocalDate | null>(null);
  useEffect(() => {
    if (walkedTo !== null) place.current?.querySelector<HTMLElement>(`[data-date="${walkedTo}"]`)?.focus();
  }, [walkedTo]);
  const start = startOfMonth(month);
  const isIn = (date: LocalDate) => startOfMonth(date) === start;
  const within = (date: LocalDate) => (date < first ? first : date > last ? last : date);
  // The only tab stop: the day last focused by keys, else the start of the range, else the first of the month.
  const stop = [walkedTo, from, within(start)].find((date) => date !== null && isIn(date));
  const walk = (event: KeyboardEvent<HTMLDivElement>) => {
    const at = (event.target as HTMLElement).dataset.date;
    const next =
      at === undefined
        ? undefined
        : steps(at, firstWeekday, getComputedStyle(event.currentTarget).direction)[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const date = within(next);
    if (!isIn(date)) onMonth(startOfMonth(date));
    setWalkedTo(date);
  };
  const choose = (date: LocalDate) => {
    setWalkedTo(date);
    if (from === null || to !== null) onChoose(date, null);
    else if (date < from) onChoose(date, from);
    else onChoose(from, date);
  };
  const day = (date: LocalDate) =>
    isIn(date) && (
      <button
        type="button"
        className={styles.day}
        data-date={date}
        data-end={date === from || date === to || undefined}
        data-between={(from !== null && to !== null && from < date && date < to) || undefined}
        aria-label={formatDayName(date, locale)}
        aria-pressed={from !== null && from <= date && date <= (to ?? from)}
        disabled={date < first || date > last}
        tabIndex={date === stop ? 0 : -1}
        onClick={() => choose(date)}
      >
        {Number(date.slice(-2))}
      </button>
    );
  return (
    // biome-ignore lint/a11y/useSemanticElements: no form's fields
    <div ref={place} role="group" aria-label={label} className={styles.calendar} onKeyDown={walk}>
      <div className={styles.head}>
        <IconButton
          icon="chevronStart"
          label={t('filters.custom.previousMonth')}
          disabled={start <= first}
          onClick={() => onMonth(startOfMonth(start, -1))}
        />
        <Select
          look="plain"
          aria-label={t('filters.custom.month')}
          value={start}
          onChange={({ target }) => onMonth(target.value)}
        >
          {monthsBetween(first, last).map((each) => (
            <option key={each} value={each}>
              {formatMonth(each, locale)}
            </option>
          ))}
        </Select>
        <IconButton
          icon="chevronEnd"
          label={t('filters.custom.nextMonth')}
          disabled={startOfMonth(start, 1) > last}
          onClick={() => onMonth(startOfMonth(start, 1))}
        />
      </div>
      <Table
        className={styles.days}
        columns={listWeekdays(firstWeekday).map((weekday, index) => ({
          key: weekday,
          head: <abbr title={formatWeekday(weekday, locale, 'long')}>{dayHead(weekday, locale)}</abbr>,
          cell: (week: LocalDate) => day(addDays(week, index)),
        }))}
        rows={listWeeks(start, firstWeekday)}
        keyOf={(week) => week}
      />
    </div>
  );
}

/** Returns the day each navigation key leads to. */
function steps(at: LocalDate, firstWeekday: Weekday, direction: string): Readonly<Record<string, LocalDate>> {
  const onward = direction === 'rtl' ? -1 : 1;
  const sameDay = (months: number) => {
    const month = startOfMonth(at, months);
    const date = addDays(month, Number(at.slice(-2)) - 1);
    return startOfMonth(date) === month ? date : addDays(startOfMonth(at, months + 1), -1);
  };
  return {
    ArrowLeft: addDays(at, -onward),
    ArrowRight: addDays(at, onward),
    ArrowUp: addDays(at, -7),
    ArrowDown: addDays(at, 7),
    Home: startOfWeek(at, firstWeekday),
    End: addDays(startOfWeek(at, firstWeekday), 6),
    PageUp: sameDay(-1),
    PageDown: sameDay(1),
  };
}

/** Returns the first days of always six weeks, so that the content below does not move. */
function listWeeks(start: LocalDate, firstWeekday: Weekday): readonly LocalDate[] {
  return Array.from({ length: 6 }, (_, week) => addDays(startOfWeek(start, firstWeekday), 7 * week));
}

/** Newest first, because most ranges are recent. */
function monthsBetween(first: LocalDate, last: LocalDate): readonly LocalDate[] {
  const months = [];
  for (let month = startOfMonth(last); month >= startOfMonth(first); month = startOfMonth(month, -1))
    months.push(month);
  return months;
}

/** Two letters distinguish weekdays, except in Arabic, where every name starts with the article. One letter there. */
function dayHead(weekday: number, locale: string): string {
  return locale.startsWith('ar')
    ? formatWeekday(weekday, locale, 'narrow')
    : formatWeekday(weekday, locale, 'short').slice(0, 2);
}
