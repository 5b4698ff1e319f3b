import {
  type ColorRange,
  defaultMapSize,
  type MapConfig,
  type MapFilterOption,
  resolveTooltip,
} from '@atrium/domain/map-views';
import { type CSSProperties, useState } from 'react';
import { useText } from '../../../i18n/index.ts';
import { Labels } from './labels.tsx';
import type { ShownElement } from './map-numbers.ts';
import { MapTooltip } from './map-tooltip.tsx';
import styles from './map-view.module.css';
import { OpenMarks } from './open-marks.tsx';
import type { MapPicture } from './parse-map.ts';
import { getOpacity, Shape } from './shape.tsx';

export interface PointedProps {
  readonly elements: readonly ShownElement[];
  readonly ranges: readonly ColorRange[];
  /** Index of the element that is hovered or focused. */
  readonly pointed: number | null;
  readonly setPointed: (place: number | null) => void;
  /** Returns the click action; null if there is none. */
  readonly enter: (shown: ShownElement) => (() => void) | null;
}

interface PlanProps extends PointedProps {
  readonly config: MapConfig;
  readonly option: MapFilterOption | null;
  readonly pictures: readonly MapPicture[];
}

export function Plan({ config, option, elements, pictures, pointed, setPointed, enter }: PlanProps) {
  const { width = defaultMapSize.width, height = defaultMapSize.height, maxWidth } = config;
  const { t } = useText();
  const [lost, setLost] = useState<ReadonlySet<string>>(new Set());
  const hasLost = pictures.some(({ url }) => url !== null && lost.has(url));
  return (
    <div className={styles.stage}>
      <div className={styles.plan} style={{ '--proportion': width / height, maxInlineSize: maxWidth } as CSSProperties}>
        {/* biome-ignore lint/a11y/useSemanticElements: a drawing of parts that are named */}
        <svg viewBox={`0 0 ${width} ${height}`} className={styles.drawing} role="group" aria-label={option?.title}>
          {pictures.map(({ url, backgroundColor }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: pictures are known by their place
            <g key={place}>
              {backgroundColor && <rect width={width} height={height} fill={backgroundColor} />}
              {url && !lost.has(url) && (
                <image href={url} width={width} height={height} onError={() => setLost(new Set([...lost, url]))} />
              )}
            </g>
          ))}
          {groupByOpacity(elements).map(({ opacity, first, group }) => (
            <g key={first} opacity={opacity}>
              {group.map((shown, index) => (
                <Shape
                  // biome-ignore lint/suspicious/noArrayIndexKey: elements are known by their place
                  key={first + index}
                  shown={shown}
                  isPointed={pointed === first + index}
                  point={(isOn) => setPointed(isOn ? first + index : null)}
                  enter={enter(shown)}
                />
              ))}
            </g>
          ))}
        </svg>
        {hasLost && (
          <p className={styles.lost} role="note">
            {t('mapView.lostPicture')}
          </p>
        )}
        <Labels config={config} option={option} elements={elements} size={{ width, height }} />
        <OpenMarks elements={elements} size={{ width, height }} />
        {elements.map((shown, place) => {
          const look = resolveTooltip(config, option, shown.element);
          const isShown =
            shown.lines.length > 0 && (look.mode === 'always' || (look.mode === 'hover' && pointed === place));
          if (!isShown) return null;
          const isPointed = pointed === place;
          // biome-ignore lint/suspicious/noArrayIndexKey: elements are known by their place
          return <MapTooltip key={place} {...{ shown, look, isPointed }} size={{ width, height }} />;
        })}
      </div>
    </div>
  );
}

/**
 * Groups consecutive elements of one opacity. A group is translucent as a whole, so a room's color is its own and not
 * mixed with that of the floor around it.
 */
function groupByOpacity(elements: readonly ShownElement[]) {
  const groups: { readonly opacity: number; readonly first: number; readonly group: ShownElement[] }[] = [];
  for (const [first, shown] of elements.entries()) {
    const opacity = getOpacity(shown);
    const last = groups.at(-1);
    if (last?.opacity === opacity) last.group.push(shown);
    else groups.push({ opacity, first, group: [shown] });
  }
  return groups;
}
