import type { Drawing } from '@atrium/charts/drawing';
import { memo } from 'react';

interface DrawnProps {
  readonly drawing: Drawing<string>;
  /** CSS class by role. */
  readonly styles: Readonly<Record<string, string>>;
}

/** Renders all marks of a chart that are independent of the pointer. */
export const SvgMarks = memo(function Drawn({ drawing, styles }: DrawnProps) {
  return drawing.map(({ element: Element, role, text, parts, ...own }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: marks keep nothing from one drawing to the next
    <Element key={index} {...own} className={styles[role]}>
      {text}
      {parts && <Drawn drawing={parts} styles={styles} />}
    </Element>
  ));
});
