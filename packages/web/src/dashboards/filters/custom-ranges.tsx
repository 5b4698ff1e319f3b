import '@mantine/dates/styles.css';
import { weekdayOf } from '@atrium/domain/core';
import { formatDayMonth, formatDayName, formatMonth, formatWeekday } from '@atrium/domain/core/format';
import { maxRanges, type Timespan, timespanOf } from '@atrium/domain/dashboards';
import { lastDayOf, type RangeProblem, type RangeRow, readRanges } from '@atrium/domain/measurements';
import { DatePicker } from '@mantine/dates';
import { useRef, useState } from 'react';
import { type Say, useText } from '../../i18n/index.ts';
import { Button, IconButton } from '../../ui/form/index.ts';
import { MantineScope } from '../../ui/mantine/index.ts';
import type { Site } from '../site/site.ts';
import styles from './custom-ranges.module.css';
import type { ResolvedFilters } from './resolve.ts';

interface CustomRangesProps {
  readonly filters: ResolvedFilters;
  readonly site: Site;
  readonly now: number;
  readonly onApply: (timespan: Timespan) => void;
}

const emptyRow: RangeRow = { first: null, last: null };

/** Several ranges of days, chosen on one calendar; what is wrong is said at the row it is wrong in. */
export function CustomRanges({ filters, site, now, onApply }: CustomRangesProps) {
  const { say, locale } = useText();
  const [rows, setRows] = useState<readonly RangeRow[]>(() =>
    filters.ranges.map((range) => ({ first: range.from, last: lastDayOf(range) })),
  );
  const [active, setActive] = useState(0);
  const [problem, setProblem] = useState<RangeProblem | null>(null);
  const rowButtons = useRef<(HTMLButtonElement | null)[]>([]);
  const initial = useRef(JSON.stringify(rows));
  const { first, last } = filters.selectable;

  const put = (next: readonly RangeRow[], at: number) => {
    setRows(next);
    setActive(Math.min(at, next.length - 1));
    setProblem(null);
  };
  const apply = () => {
    const read = readRanges(rows, { first, last });
    if (read.ok) return onApply(timespanOf(read.value, site.topology, now));
    setProblem(read.error);
    setActive(read.error.row);
    rowButtons.current[read.error.row]?.focus();
  };
  const row = rows[active] ?? emptyRow;
  return (
    <div className={styles.custom}>
      <ul className={styles.rows}>
        {rows.map((each, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are known by their number only
          <li key={index} className={styles.row}>
            <button
              ref={(element) => {
                rowButtons.current[index] = element;
              }}
              type="button"
              className={styles.rowDates}
              aria-pressed={index === active}
              aria-label={`${say('filters.custom.row', { number: index + 1 })}: ${rowWord(each, say, locale)}`}
              aria-invalid={problem?.row === index || undefined}
              aria-describedby={problem?.row === index ? 'range-problem' : undefined}
              onClick={() => setActive(index)}
            >
              {rowWord(each, say, locale)}
            </button>
            {rows.length > 1 && (
              <IconButton
                icon="close"
                label={say('filters.custom.remove', { number: index + 1 })}
                onClick={() => put(rows.toSpliced(index, 1), active)}
              />
            )}
            {problem?.row === index && (
              <p id="range-problem" role="alert" className={styles.problem}>
                {problemWord(problem, { first, last }, say, locale)}
              </p>
            )}
          </li>
        ))}
      </ul>
      <MantineScope>
        <DatePicker
          type="range"
          allowSingleDateInRange
          hideOutsideDates
          weekendDays={[]}
          weekdayFormat={(date) => dayHead(weekdayOf(date), locale)}
          monthLabelFormat={(date) => formatMonth(date, locale)}
          getDayAriaLabel={(date) => formatDayName(date, locale)}
          minDate={first}
          maxDate={last}
          defaultDate={row.first ?? last}
          value={[row.first, row.last]}
          onChange={([begin, end]) => put(rows.with(active, { first: begin, last: end }), active)}
          ariaLabels={{
            previousMonth: say('filters.custom.previousMonth'),
            nextMonth: say('filters.custom.nextMonth'),
          }}
          aria-label={say('filters.custom.calendar', { number: active + 1 })}
        />
      </MantineScope>
      <div className={styles.customActions}>
        {rows.length < maxRanges && (
          <Button look="quiet" onClick={() => put([...rows, emptyRow], rows.length)}>
            {say('filters.custom.add')}
          </Button>
        )}
        <Button look="primary" disabled={JSON.stringify(rows) === initial.current} onClick={apply}>
          {say('filters.custom.apply')}
        </Button>
      </div>
    </div>
  );
}

/** Two letters tell weekdays apart, but not in Arabic, whose names all begin with the article: there it is one. */
function dayHead(weekday: number, locale: string): string {
  return locale.startsWith('ar')
    ? formatWeekday(weekday, locale, 'narrow')
    : formatWeekday(weekday, locale, 'short').slice(0, 2);
}

function rowWord({ first, last }: RangeRow, say: Say, locale: string): string {
  const word = (date: string | null) => (date === null ? say('filters.custom.none') : formatDayMonth(date, locale, ''));
  return first !== null && first === last ? word(first) : `${word(first)} – ${word(last)}`;
}

function problemWord(
  problem: RangeProblem,
  bounds: { readonly first: string; readonly last: string },
  say: Say,
  locale: string,
): string {
  if (problem.kind !== 'outOfBounds') return say(`filters.custom.${problem.kind}`);
  return say('filters.custom.outOfBounds', {
    first: formatDayMonth(bounds.first, locale, ''),
    last: formatDayMonth(bounds.last, locale, ''),
  });
}
