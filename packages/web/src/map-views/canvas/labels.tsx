import { computeArea, getCenter, type Plan, type PlanShape } from '@atrium/domain/map-views';
import { useText } from '../../i18n/index.ts';
import { formatArea } from '../measures.ts';
import styles from './canvas.module.css';
import { buildEntryArrow } from './shape-view.tsx';

interface LabelsProps {
  readonly plan: Plan;
  readonly metres: number | null;
  readonly unit: number;
  readonly nameOf: (shape: PlanShape) => string | null;
}

/**
 * Names and sizes drawn over all shapes. Each shape also has them as its accessible name. Sensor names are beside the
 * plan.
 */
export function Labels({ plan, metres, unit, nameOf }: LabelsProps) {
  const text = useText();
  const size = 12 * unit;
  const sizeOf = ({ form, element, points }: PlanShape) =>
    metres === null || form !== 'area' || element.passageId !== undefined
      ? null
      : formatArea(computeArea(points) * metres * metres, text);
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus
    <g className={styles.label} style={{ fontSize: size }} aria-hidden="true">
      {plan.shapes.map((shape) => {
        const { key, form, points } = shape;
        if (form === 'spot' || form === 'outline') return null;
        const at = form === 'line' ? buildEntryArrow(points, 28 * unit).from : getCenter(points);
        return (
          <g key={key}>
            <text x={at.x} y={at.y} data-strong>
              {nameOf(shape)}
            </text>
            <text x={at.x} y={at.y + 1.4 * size}>
              {sizeOf(shape)}
            </text>
          </g>
        );
      })}
    </g>
  );
}
