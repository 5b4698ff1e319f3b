import type { Drawing } from '../drawing/mark.ts';
import { text } from '../drawing/marks.ts';
import type { FlowRole } from './draw-flow.ts';
import type { FlowLayout } from './flow-layout.ts';

/** Height in px above a bar within which the usual line would cross its value. */
const valueHeight = 22;

/**
 * Adds each bucket's value above its bar, because paper has no pointer. Moves it above the usual line if that is close.
 * The caller makes sure that the values fit side by side.
 */
export function addValueLabels(
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
