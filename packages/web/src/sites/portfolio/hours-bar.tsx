import type { HoursBrush } from '@atrium/domain/pages';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useText } from '../../i18n/index.ts';
import styles from './portfolio.module.css';
import { formatClockMinute, limitBrush, type SharedHours } from './portfolio-model.ts';

interface HoursBarProps {
  readonly hours: SharedHours;
  /** Null for the whole day. */
  readonly brush: HoursBrush | null;
  readonly onChange: (brush: HoursBrush | null) => void;
}

const step = 15;

/**
 * Chooses the hours that count, by dragging its ends or with the keyboard: arrows move an end by a quarter of an hour,
 * with Shift they move both.
 */
export function HoursBar({ hours, brush, onChange }: HoursBarProps) {
  const { t } = useText();
  const track = useRef<HTMLDivElement>(null);
  const shown = brush ?? { from: hours.from * 60, to: hours.to * 60 };
  const share = (minute: number) => `${((minute / 60 - hours.from) / (hours.to - hours.from)) * 100}%`;
  const change = (next: HoursBrush) => onChange(limitBrush(next, hours));
  const move = (end: 'from' | 'to', minute: number) => {
    if (end === 'from') change({ from: Math.min(minute, shown.to - step), to: shown.to });
    else change({ from: shown.from, to: Math.max(minute, shown.from + step) });
  };
  const shift = (by: number) => {
    const room = Math.min(Math.max(by, hours.from * 60 - shown.from), hours.to * 60 - shown.to);
    change({ from: shown.from + room, to: shown.to + room });
  };
  const press = (end: 'from' | 'to') => (event: KeyboardEvent) => {
    const by = { ArrowLeft: -step, ArrowDown: -step, ArrowRight: step, ArrowUp: step }[event.key];
    if (event.key === 'Escape') onChange(null);
    else if (event.key === 'Home') move(end, hours.from * 60);
    else if (event.key === 'End') move(end, hours.to * 60);
    else if (by === undefined) return;
    else if (event.shiftKey) shift(by);
    else move(end, shown[end] + by);
    event.preventDefault();
  };
  const drag = (end: 'from' | 'to') => (event: PointerEvent<HTMLElement>) => {
    const box = track.current?.getBoundingClientRect();
    if (box === undefined || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    move(end, (hours.from + ((event.clientX - box.left) / box.width) * (hours.to - hours.from)) * 60);
  };
  const thumb = (end: 'from' | 'to') => (
    <span
      role="slider"
      tabIndex={0}
      className={styles.thumb}
      style={{ left: share(shown[end]) }}
      aria-label={t(end === 'from' ? 'portfolio.begin' : 'portfolio.end')}
      aria-valuemin={hours.from * 60}
      aria-valuemax={hours.to * 60}
      aria-valuenow={shown[end]}
      aria-valuetext={formatClockMinute(shown[end])}
      onKeyDown={press(end)}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag(end)}
    />
  );
  return (
    <div ref={track} className={styles.track} dir="ltr">
      <span className={styles.chosen} style={{ left: share(shown.from), right: `calc(100% - ${share(shown.to)})` }} />
      {thumb('from')}
      {thumb('to')}
    </div>
  );
}
