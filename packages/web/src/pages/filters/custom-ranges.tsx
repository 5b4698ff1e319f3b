import { type DateReader, formatDate, formatLocalDate } from '@atrium/domain/core/format';
import { maxRanges, type ResolvedFilters, type Timespan, toTimespan } from '@atrium/domain/pages';
import { type FocusEvent, useEffect, useId, useRef, useState } from 'react';
import { type Translate, useText } from '../../i18n/index.ts';
import { Button, IconButton } from '../../ui/form/button.tsx';
import { RangeCalendar } from '../../ui/range-calendar.tsx';
import type { Site } from '../site-page/site.ts';
import styles from './custom-ranges.module.css';
import {
  emptyRange,
  findTypingProblem,
  parseTypedRanges,
  rangeEnds,
  type TypedProblem,
  type TypedRange,
  toRangeRow,
  toTypedRange,
} from './typed-ranges.ts';

interface CustomRangesProps {
  readonly filters: ResolvedFilters;
  readonly site: Site;
  readonly now: number;
  readonly onApply: (timespan: Timespan) => void;
}

/** Delay in ms before typed dates are parsed, so that a half-typed date shows no error. */
const typingPause = 400;

/** Edits several ranges of days by text or calendar. Errors are shown at their row. */
export function CustomRanges({ filters, site, now, onApply }: CustomRangesProps) {
  const text = useText();
  const { t, dateFormat } = text;
  const { first, last } = filters.selectable;
  const bounds = { first, last };
  const [rows, setRows] = useState<readonly TypedRange[]>(() =>
    filters.ranges.map((range) => toTypedRange(range, dateFormat)),
  );
  // The typed ranges after the delay, for the calendar and validation.
  const [settled, setSettled] = useState(rows);
  const [active, setActive] = useState(0);
  const [refused, setRefused] = useState<TypedProblem | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const initial = useRef(JSON.stringify(rows));
  const problemId = useId();

  const [month, setMonth] = useState(toRangeRow(rows[0] ?? emptyRange, dateFormat).first ?? last);

  useEffect(() => {
    const timer = setTimeout(() => setSettled(rows), typingPause);
    return () => clearTimeout(timer);
  }, [rows]);
  const shown = toRangeRow(settled[active] ?? emptyRange, dateFormat);
  const begins = shown.first ?? shown.last;
  useEffect(() => {
    if (begins !== null && first <= begins && begins <= last) setMonth(begins);
  }, [begins, first, last]);

  const problem = refused ?? findTypingProblem(settled, dateFormat, bounds);
  const put = (next: readonly TypedRange[], at: number) => {
    setRows(next);
    setSettled(next);
    setActive(Math.min(at, next.length - 1));
    setRefused(null);
  };
  const type = (row: number, field: keyof TypedRange, typed: string) => {
    setRows(rows.with(row, { ...(rows[row] ?? emptyRange), [field]: typed }));
    setRefused(null);
  };
  const apply = () => {
    const read = parseTypedRanges(rows, dateFormat, bounds);
    if ('ranges' in read) return onApply(toTimespan(read.ranges, site.topology, now));
    const { row, field } = read.problem;
    setRefused(read.problem);
    setActive(row);
    list.current?.querySelector<HTMLInputElement>(`[name=${field}${row}]`)?.focus();
  };
  return (
    <div className={styles.custom}>
      <ul ref={list} className={styles.rows}>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are known by their number only
          <li key={index} className={styles.row} data-active={index === active}>
            <fieldset className={styles.rowDates}>
              <legend className="visually-hidden">{t('filters.custom.row', { number: index + 1 })}</legend>
              {rangeEnds.map((field) => {
                const isWrong = problem?.row === index && problem.field === field;
                return (
                  <input
                    key={field}
                    type="text"
                    dir="ltr"
                    inputMode="numeric"
                    autoComplete="off"
                    name={`${field}${index}`}
                    className={styles.date}
                    placeholder={dateFormat}
                    aria-label={t(field === 'first' ? 'filters.custom.from' : 'filters.custom.to')}
                    aria-invalid={isWrong || undefined}
                    aria-describedby={isWrong ? problemId : undefined}
                    value={row[field]}
                    onFocus={() => setActive(index)}
                    onChange={(event) => type(index, field, event.currentTarget.value)}
                    onBlur={(event: FocusEvent<HTMLInputElement>) => {
                      const date = toRangeRow(row, dateFormat)[field];
                      const tidy = date === null ? event.currentTarget.value : formatLocalDate(date, dateFormat);
                      if (tidy !== row[field]) type(index, field, tidy);
                    }}
                  />
                );
              })}
            </fieldset>
            {rows.length > 1 && (
              <IconButton
                icon="close"
                label={t('filters.custom.remove', { number: index + 1 })}
                onClick={() => put(rows.toSpliced(index, 1), active)}
              />
            )}
            {problem?.row === index && (
              <p id={problemId} role="alert" className={styles.problem}>
                {problemWord(problem, bounds, text)}
              </p>
            )}
          </li>
        ))}
      </ul>
      <RangeCalendar
        label={t('filters.custom.calendar', { number: active + 1 })}
        month={month}
        first={first}
        last={last}
        firstWeekday={site.topology.firstWeekday ?? 1}
        from={shown.first}
        to={shown.last}
        onMonth={setMonth}
        onChoose={(from, to) =>
          put(
            rows.with(active, {
              first: formatLocalDate(from, dateFormat),
              last: to === null ? '' : formatLocalDate(to, dateFormat),
            }),
            active,
          )
        }
      />
      <div className={styles.customActions}>
        {rows.length < maxRanges && (
          <Button look="quiet" onClick={() => put([...rows, emptyRange], rows.length)}>
            {t('filters.custom.add')}
          </Button>
        )}
        <Button look="primary" disabled={JSON.stringify(rows) === initial.current} onClick={apply}>
          {t('filters.custom.apply')}
        </Button>
      </div>
    </div>
  );
}

function problemWord(
  { kind }: TypedProblem,
  bounds: { readonly first: string; readonly last: string },
  { t, ...reader }: DateReader & { readonly t: Translate },
): string {
  if (kind === 'unreadable') return t('app.date.fault', { pattern: reader.dateFormat });
  if (kind !== 'outOfBounds') return t(`filters.custom.${kind}`);
  return t('filters.custom.outOfBounds', {
    first: formatDate(bounds.first, reader),
    last: formatDate(bounds.last, reader),
  });
}
