import type { KeyboardEvent } from 'react';
import type { ShownElement } from './map-elements.ts';
import styles from './map-view.module.css';

/** Default opacity of a place; the plan below shows through. */
const defaultOpacity = 0.85;

/** Returns an element's opacity, which the plan draws. The legend uses the same, so that its shades match the map. */
export const getOpacity = ({ element: { opacity } }: Pick<ShownElement, 'element'>) => opacity ?? defaultOpacity;

interface ShapeProps {
  readonly shown: ShownElement;
  readonly isPointed: boolean;
  readonly point: (isOn: boolean) => void;
  readonly enter: (() => void) | null;
}

/** A box or outline of a map, with its values as the accessible label. */
export function Shape({ shown, isPointed, point, enter }: ShapeProps) {
  const { element, name, fill, lines } = shown;
  const { x = 0, y = 0, width = 0, height = 0, path, strokeColor, strokeWidth } = element;
  const look = {
    fill: fill ?? 'var(--track)',
    stroke: strokeColor ?? 'var(--line-control)',
    strokeWidth: strokeWidth ?? 1,
  };
  const drawn = path ? (
    <path d={path} {...look} />
  ) : (
    <rect x={x} y={y} width={width} height={height} rx={3} {...look} />
  );
  if (lines.length === 0) return <g>{drawn}</g>;
  const said = `${name}: ${lines.map(({ label, text, unit }) => `${label} ${text} ${unit}`.trim()).join(', ')}`;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') point(false);
    if (enter === null || (event.key !== 'Enter' && event.key !== ' ')) return;
    event.preventDefault();
    enter();
  };
  const acts = {
    onMouseEnter: () => point(true),
    onMouseLeave: () => point(false),
    onFocus: () => point(true),
    onBlur: () => point(false),
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its role says which it is, a picture or a button
    <g
      className={styles.element}
      data-pointed={isPointed || undefined}
      tabIndex={0}
      role={enter === null ? 'img' : 'button'}
      aria-label={said}
      onClick={enter ?? undefined}
      onKeyDown={onKeyDown}
      {...acts}
    >
      {drawn}
    </g>
  );
}
