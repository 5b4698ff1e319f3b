import type { Drawing } from '../drawing/mark.ts';
import { text } from '../drawing/marks.ts';
import type { FlowRole } from './draw-flow.ts';
import type { FlowLayout } from './flow-layout.ts';

/** px above a bar in which the line of what is usual would run through its value. */
const valueHeight = 22;

/**
 * The drawing with the value of each bucket above its bar, by the places of buckets: on paper nothing can be pointed at.
 * Above what is usual where that lies just above the bar. Whoever asks sees to it that values fit beside each other.
 */
export function printValues(
  drawing: Drawing<FlowRole>,
  { bars, steps }: FlowLayout,
  values: readonly string[],
): Drawing<FlowRole | 'value'> {
  const printed = bars.flatMap((bar) => {
    const value = values[bar.index];
    if (value === undefined) return [];
    const usual = steps.find(({ index }) => index === bar.index)?.y ?? bar.y;
    const top = usual < bar.y && bar.y - usual < valueHeight ? usual : bar.y;
    return [text<FlowRole | 'value'>('value', bar.x + bar.width / 2, top - 6, 'middle', value)];
  });
  return [...drawing, ...printed];
}
