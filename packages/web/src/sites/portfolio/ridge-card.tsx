import { layoutRidge } from '@atrium/charts/ridge';
import type { Instant } from '@atrium/domain/core';
import { formatClock, formatNumber, formatPercent, formatShortDay } from '@atrium/domain/core/format';
import { type Figure, getUsualDecimals, toDayRange } from '@atrium/domain/numbers';
import { defaultFilters, encodeFilters, type HoursBrush } from '@atrium/domain/pages';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, memo, type PointerEvent, useRef, useState } from 'react';
import { Chip, DeltaChip, Ruler, useWidth } from '../../charts/index.ts';
import { useText } from '../../i18n/index.ts';
import { Button } from '../../ui/form/button.tsx';
import { StatusMark } from '../../ui/icons/index.ts';
import { HourTicks } from '../hour-ticks.tsx';
import { overviewMetrics } from '../numbers/overview-model.ts';
import { HoursBar } from './hours-bar.tsx';
import styles from './portfolio.module.css';
import { findStepFigure, formatClockMinute, limitBrush, type RidgeRow, type SharedHours } from './portfolio-model.ts';

export interface RidgeCardProps {
  /** In the order shown; null while loading. */
  readonly rows: readonly RidgeRow[] | null;
  /** Number of rows, also while loading. */
  readonly count: number;
  /** Number of sites that are not drawn, because the list would not be read. */
  readonly left: number;
  readonly hours: SharedHours;
  readonly brush: HoursBrush | null;
  readonly onBrush: (brush: HoursBrush | null) => void;
  readonly isLoading: boolean;
  readonly now: Instant;
}

/** Distance in px from which dragging selects hours. */
const minPull = 6;

/** Each site's entries over its day against the usual range, most surprising first. */
export function RidgeCard({ rows, count, left, hours, brush, onBrush, isLoading, now }: RidgeCardProps) {
  const { t } = useText();
  const list = useRef<HTMLUListElement>(null);
  const [minute, setMinute] = useState<number | null>(null);
  const [pulled, setPulled] = useState<HoursBrush | null>(null);
  const pull = useRef<number | null>(null);
  const shown = pulled ?? brush;
  const share = (at: number) => `${((at / 60 - hours.from) / (hours.to - hours.from)) * 100}%`;

  const minuteAt = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    return (hours.from + ((event.clientX - box.left) / box.width) * (hours.to - hours.from)) * 60;
  };
  const walk = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const links = [...(list.current?.querySelectorAll('a') ?? [])];
    const place = links.indexOf(document.activeElement as HTMLAnchorElement);
    if (by === undefined || place < 0) return;
    event.preventDefault();
    links[place + by]?.focus();
  };
  const finish = (event: PointerEvent<HTMLElement>) => {
    const begin = pull.current;
    pull.current = null;
    setPulled(null);
    const end = minuteAt(event);
    const box = event.currentTarget.getBoundingClientRect();
    const pixels = (Math.abs(end - (begin ?? end)) / ((hours.to - hours.from) * 60)) * box.width;
    if (begin !== null && pixels >= minPull) {
      onBrush(limitBrush({ from: Math.min(begin, end), to: Math.max(begin, end) }, hours));
      return;
    }
    const links = list.current?.querySelectorAll('a');
    links?.[Math.floor(((event.clientY - box.top) / box.height) * count)]?.click();
  };
  return (
    <section className={styles.card} aria-labelledby="portfolio-entries">
      <div className={styles.caption}>
        <h2 id="portfolio-entries" className={styles.heading}>
          {t('counting.kpi.entries')}
        </h2>
        <span className={styles.quiet}>{t('portfolio.caption')}</span>
        {brush !== null && (
          <Button look="quiet" onClick={() => onBrush(null)}>
            {t('portfolio.whole')}
          </Button>
        )}
        <span className={styles.legend} aria-hidden="true">
          <i className={styles.todayKey} /> {t('portfolio.day')}
          <i className={styles.rangeKey} /> {t('portfolio.range')}
        </span>
      </div>
      <div className={styles.axis}>
        <span className={styles.hint}>{t('portfolio.hint')}</span>
        <div className={styles.bar}>
          <HourTicks hours={hours} className={styles.ticks} />
          <HoursBar hours={hours} brush={shown} onChange={onBrush} />
        </div>
        <output className={styles.range}>
          {shown !== null && <bdi>{`${formatClockMinute(shown.from)}–${formatClockMinute(shown.to)}`}</bdi>}
        </output>
      </div>
      <div className={styles.rows}>
        <ul ref={list} className={styles.list} aria-busy={isLoading} onKeyDown={walk}>
          {rows === null &&
            Array.from({ length: count }, (_, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they have nothing else
              <li key={place} className={styles.row}>
                <span className={styles.ghost} />
                <span className={styles.ridge} />
                <span className={styles.ghost} />
              </li>
            ))}
          {rows?.map((row) => (
            <Row key={row.site.id} {...{ row, minute, now }} />
          ))}
        </ul>
        <div
          className={styles.plot}
          aria-hidden="true"
          onPointerMove={(event) => {
            const at = minuteAt(event);
            setMinute(at);
            if (pull.current !== null)
              setPulled(limitBrush({ from: Math.min(pull.current, at), to: Math.max(pull.current, at) }, hours));
          }}
          onPointerLeave={() => setMinute(null)}
          onPointerDown={(event) => {
            if (event.button !== 0) return;
            event.currentTarget.setPointerCapture(event.pointerId);
            pull.current = minuteAt(event);
          }}
          onPointerUp={finish}
        >
          {shown !== null && (
            <>
              <span className={styles.outside} style={{ left: 0, width: share(shown.from) }} />
              <span className={styles.outside} style={{ left: share(shown.to), right: 0 }} />
            </>
          )}
          {minute !== null && <span className={styles.hair} style={{ left: share(minute) }} />}
        </div>
      </div>
      {left > 0 && <p className={styles.left}>{t('portfolio.left', { count: left })}</p>}
    </section>
  );
}

interface RowProps {
  readonly row: RidgeRow;
  /** Where the pointer is, minutes since midnight; null outside the plot. */
  readonly minute: number | null;
  readonly now: Instant;
}

function Row({ row, minute, now }: RowProps) {
  const text = useText();
  const { site, day, figure } = row;
  const isSilent = day.isCurrent && row.coverage.offlineSince !== null;
  const hovered = minute === null ? null : findStepFigure(row, minute);
  const search = encodeFilters({
    ...defaultFilters,
    timespan: { kind: 'custom', ranges: [toDayRange(day.date, day.date)] },
  });
  const when = day.isCurrent ? formatClock(now, site.calendar.timezone) : formatShortDay(day.date, text);
  return (
    <li className={styles.row}>
      <span className={styles.name}>
        <StatusMark status={isSilent ? 'offline' : day.isCurrent ? 'ok' : 'closed'} />
        <Link
          to="/counting/$installationId"
          params={{ installationId: String(site.id) }}
          search={search}
          className={styles.link}
        >
          <bdi>{site.name}</bdi>
        </Link>
        <span className={styles.where}>
          {site.city !== null && `${site.city} · `}
          <bdi>{when}</bdi>
        </span>
      </span>
      <Ridge
        steps={row.steps}
        dot={
          !day.isCurrent
            ? null
            : isSilent
              ? 'silent'
              : figure.side === null
                ? 'neutral'
                : (figure.change?.tone ?? 'neutral')
        }
      />
      <span className={styles.figure}>{hovered === null ? <RowFigure row={row} /> : <StepFigure {...hovered} />}</span>
    </li>
  );
}

/** Entries of the hours that count, with their change, ruler and usual. */
function RowFigure({ row }: { readonly row: RidgeRow }) {
  const { t, locale } = useText();
  const { figure, coverage, unjudged, isAhead, isRunning } = row;
  if (isAhead) return <span className={styles.quiet}>{t('portfolio.ahead')}</span>;
  const { ratio } = coverage;
  const isPartial = ratio !== null && ratio < 0.9995;
  return (
    <>
      <Value figure={figure} />
      <span className={styles.change}>
        {isPartial ? (
          <Chip tone="warning" title={t('sites.coverage')}>
            <bdi dir="ltr">{formatPercent(ratio * 100, { locale, decimals: 1 })}</bdi>
          </Chip>
        ) : unjudged === 'firstHour' ? (
          <span className={styles.quiet}>{t('portfolio.firstHour')}</span>
        ) : (
          figure.side !== 'within' && (
            <DeltaChip delta={figure.change} side={figure.side} decimals={1} isBrief isSpoken />
          )
        )}
      </span>
      <Against figure={figure} words={isRunning ? 'portfolio.usualByNow' : 'portfolio.usual'} />
    </>
  );
}

function StepFigure({ step, figure }: NonNullable<ReturnType<typeof findStepFigure>>) {
  return (
    <>
      <Value figure={figure} />
      <span className={styles.change}>
        <bdi className={styles.quiet}>{`${formatClockMinute(step.minute)}–${formatClockMinute(step.minute + 30)}`}</bdi>
      </span>
      <Against figure={figure} words="portfolio.usual" />
    </>
  );
}

function Value({ figure: { value } }: { readonly figure: Figure }) {
  const { t, locale } = useText();
  return (
    <span className={styles.value}>
      <strong>{formatNumber(value, { locale, decimals: 0 })}</strong>{' '}
      {value !== null && t('sites.visitors', { count: value })}
    </span>
  );
}

function Against({
  figure,
  words,
}: {
  readonly figure: Figure;
  readonly words: 'portfolio.usual' | 'portfolio.usualByNow';
}) {
  const { t, locale } = useText();
  const { value, usual } = figure;
  const isNobody = (value ?? 0) === 0 && (usual ?? 0) === 0;
  const format = (one: number) =>
    formatNumber(one, { locale, decimals: getUsualDecimals(overviewMetrics.entries, one, 0) });
  return (
    <>
      <span className={styles.ruler}>{!isNobody && <Ruler figure={figure} format={format} />}</span>
      <span className={styles.usual}>{usual !== null && t(words, { value: format(usual) })}</span>
    </>
  );
}

interface RidgeProps {
  readonly steps: RidgeRow['steps'];
  /** How the last value is marked; null for a day that is over. */
  readonly dot: 'good' | 'bad' | 'neutral' | 'silent' | null;
}

/** Height of a ridge's drawing, px. It reaches into the row above. */
const ridgeHeight = 96;

const Ridge = memo(function Ridge({ steps, dot }: RidgeProps) {
  const [ref, width] = useWidth<HTMLSpanElement>();
  const layout = layoutRidge(steps, { width, height: ridgeHeight });
  return (
    <span ref={ref} className={styles.ridge} dir="ltr">
      {width > 0 && (
        <svg width={width} height={ridgeHeight} className={styles.drawing} aria-hidden="true">
          <path d={layout.cover} className={styles.cover} />
          <path d={layout.band} className={styles.band} />
          {layout.areas.map((area) => (
            <path key={area} d={area} className={styles.area} />
          ))}
          <path d={layout.usual} className={styles.usualLine} />
          {layout.lines.map((line) => (
            <path key={line} d={line} className={styles.line} />
          ))}
          {dot !== null && layout.dot && (
            <circle cx={layout.dot.x} cy={layout.dot.y} r={3.5} className={styles.dot} data-tone={dot} />
          )}
        </svg>
      )}
    </span>
  );
});
