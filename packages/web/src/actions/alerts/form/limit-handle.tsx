import { roundTo } from '@atrium/domain/actions/alerts';
import type { KeyboardEvent, PointerEvent } from 'react';
import { type MessageId, useText } from '../../../i18n/index.ts';
import { formatMetric } from '../condition-text.ts';
import styles from './course-chart.module.css';
import type { layoutSeries } from './series-layout.ts';

/** A limit of the alert that can be moved in the chart. */
export interface MovableLimit {
  readonly name: 'value' | 'min' | 'max';
  readonly value: number;
  /** Whether it fires above the limit, otherwise below. */
  readonly isUpper: boolean;
  readonly least: number;
  readonly most: number;
  readonly step: number;
  readonly move: (to: number) => void;
}

interface LimitHandleProps {
  readonly limit: MovableLimit;
  readonly metric: string;
  readonly layout: ReturnType<typeof layoutSeries>;
  /** The formatted limit, in the chart's units. */
  readonly figure: string;
}

const stepsOf: Readonly<Record<string, number>> = {
  ArrowUp: 1,
  ArrowRight: 1,
  ArrowDown: -1,
  ArrowLeft: -1,
  PageUp: 10,
  PageDown: -10,
};

/** A limit's line, moved by dragging its handle or with the arrow keys. */
export function LimitHandle({ limit, metric, layout, figure }: LimitHandleProps) {
  const text = useText();
  const { value, isUpper, least, most, step, move } = limit;
  const moveTo = (to: number) => {
    const rounded = roundTo(Math.round(to / step) * step, step);
    const next = Math.min(most, Math.max(least, rounded));
    if (next !== value) move(next);
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const frame = event.currentTarget.parentElement?.getBoundingClientRect();
    if (frame) moveTo(layout.valueAt(event.clientY - frame.top));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const steps = stepsOf[event.key];
    if (steps === undefined) return;
    event.preventDefault();
    moveTo(value + steps * step);
  };
  const label: MessageId = isUpper ? 'alertForm.fires.above' : 'alertForm.fires.below';
  return (
    <div
      className={styles.handle}
      style={{ insetBlockStart: layout.y(value) }}
      role="slider"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={text.t(label)}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuenow={value}
      aria-valuetext={formatMetric(value, metric, text)}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
      onKeyDown={onKeyDown}
    >
      <span className={styles.pill}>{figure}</span>
    </div>
  );
}
