import {
  type ColorRange,
  type MapConfig,
  type MapElement,
  type MapFilterOption,
  rangeOf,
  tooltipLook,
} from '@atrium/domain/map-view';
import type { KeyboardEvent } from 'react';
import { MapTooltip } from './map-tooltip.tsx';
import styles from './map-view.module.css';
import type { MapPicture } from './read-map.ts';

export interface ShownLine {
  readonly metric: string;
  readonly label: string;
  readonly text: string;
  readonly unit: string;
}

/** An element with what is known there. */
export interface ShownElement {
  readonly element: MapElement;
  readonly name: string;
  /** What colours it. */
  readonly main: number | null;
  /** None where nothing is measured. */
  readonly lines: readonly ShownLine[];
}

export interface PointedProps {
  readonly elements: readonly ShownElement[];
  readonly ranges: readonly ColorRange[];
  /** Which element the pointer or the focus is on. */
  readonly pointed: number | null;
  readonly setPointed: (place: number | null) => void;
  /** What a click on it does; null: nothing. */
  readonly enter: (element: MapElement) => (() => void) | null;
}

interface PlanProps extends PointedProps {
  readonly config: MapConfig;
  readonly option: MapFilterOption | null;
  readonly pictures: readonly MapPicture[];
}

/** The map's own size where it names none. */
const usualSize = { width: 960, height: 600 };

export function Plan({ config, option, elements, ranges, pictures, pointed, setPointed, enter }: PlanProps) {
  const { width = usualSize.width, height = usualSize.height, maxWidth } = config;
  return (
    <div className={styles.plan} style={{ aspectRatio: `${width} / ${height}`, maxInlineSize: maxWidth }}>
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing of parts that are named */}
      <svg viewBox={`0 0 ${width} ${height}`} className={styles.drawing} role="group" aria-label={option?.title}>
        {pictures.map(({ url, backgroundColor }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: pictures are known by their place
          <g key={place}>
            {backgroundColor && <rect width={width} height={height} fill={backgroundColor} />}
            {url && <image href={url} width={width} height={height} />}
          </g>
        ))}
        {elements.map((shown, place) => (
          <Shape
            // biome-ignore lint/suspicious/noArrayIndexKey: elements are known by their place
            key={place}
            shown={shown}
            ranges={ranges}
            isPointed={pointed === place}
            point={(isOn) => setPointed(isOn ? place : null)}
            enter={enter(shown.element)}
          />
        ))}
      </svg>
      {elements.map((shown, place) => {
        const look = tooltipLook(config, option, shown.element);
        const isShown =
          shown.lines.length > 0 && (look.mode === 'always' || (look.mode === 'hover' && pointed === place));
        if (!isShown) return null;
        // biome-ignore lint/suspicious/noArrayIndexKey: elements are known by their place
        return <MapTooltip key={place} shown={shown} look={look} size={{ width, height }} />;
      })}
    </div>
  );
}

interface ShapeProps {
  readonly shown: ShownElement;
  readonly ranges: readonly ColorRange[];
  readonly isPointed: boolean;
  readonly point: (isOn: boolean) => void;
  readonly enter: (() => void) | null;
}

function Shape({ shown: { element, name, main, lines }, ranges, isPointed, point, enter }: ShapeProps) {
  const { x = 0, y = 0, width = 0, height = 0, path, strokeColor, strokeWidth, opacity, colorimetry } = element;
  const own = colorimetry ? rangeOf([colorimetry], main) : null;
  const fill = (own ?? rangeOf(ranges, main))?.color ?? element.backgroundColor;
  const look = {
    fill: fill ?? 'var(--track)',
    fillOpacity: opacity ?? 0.85,
    stroke: strokeColor ?? 'var(--line3)',
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
