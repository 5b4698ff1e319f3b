import {
  type ColorRange,
  chooseTextColor,
  defaultMapSize,
  findLabelCorner,
  getBoundingBox,
  type MapConfig,
  type MapFilterOption,
  resolveTooltip,
  type TooltipLook,
} from '@atrium/domain/pages/map-views';
import { type CSSProperties, useLayoutEffect, useRef, useState } from 'react';
import { OpenMark } from '../../../actions/alerts/live/open-alerts.tsx';
import { useText } from '../../../i18n/index.ts';
import { useShownTheme } from '../../../ui/theme.ts';
import { MetricIcon } from '../../metric-icon.tsx';
import type { MapPicture, ShownElement } from './map-elements.ts';
import { getOpacity, Shape } from './map-shape.tsx';
import styles from './map-view.module.css';

interface LabelsProps {
  readonly config: MapConfig;
  readonly option: MapFilterOption | null;
  readonly elements: readonly ShownElement[];
  readonly size: { readonly width: number; readonly height: number };
}

/** The map's background, by theme. */
const surfaces = { light: '#ffffff', dark: '#0f1216' } as const;
/** Space for a name, as a share of the map. */
const room = { width: 0.2, height: 0.12 };

/** Writes names and first values into the boxes, except where a tooltip covers them. */
function Labels({ config, option, elements, size }: LabelsProps) {
  const surface = surfaces[useShownTheme()];
  const boxes = elements.map(({ element }) => getBoundingBox(element));
  const label = { width: size.width * room.width, height: size.height * room.height };
  return elements.map((shown, place) => {
    const { element, name, fill, lines } = shown;
    const [first] = lines;
    const box = boxes[place];
    if (!box || !first || element.path || resolveTooltip(config, option, element).mode === 'always') return null;
    const corner = findLabelCorner(box, boxes.slice(place + 1), label);
    if (corner === null) return null;
    const style = {
      left: `${(box.x / size.width) * 100}%`,
      top: `${(box.y / size.height) * 100}%`,
      width: `${(box.width / size.width) * 100}%`,
      height: `${(box.height / size.height) * 100}%`,
      color: element.textColor ?? (fill === null ? undefined : chooseTextColor(fill, getOpacity(shown), surface)),
    };
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: elements are known by their place
      <div key={place} className={styles.label} data-corner={corner} style={style} aria-hidden="true">
        <div>
          <bdi className={styles.labelName}>{name}</bdi>
          <bdi className={styles.labelValue}>
            {first.text}
            {first.unit !== '' && <span className={styles.labelUnit}> {first.unit}</span>}
          </bdi>
        </div>
      </div>
    );
  });
}

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
      {hasLost && (
        <p className={styles.lost} role="note">
          {t('mapView.lostPicture')}
        </p>
      )}
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

interface OpenMarksProps {
  readonly elements: readonly ShownElement[];
  readonly size: { readonly width: number; readonly height: number };
}

/** A bell at the corner of each element with open alerts. */
function OpenMarks({ elements, size }: OpenMarksProps) {
  return elements.map(({ element }, place) => {
    const { zoneId, passageId } = element;
    if (zoneId === undefined && passageId === undefined) return null;
    const box = getBoundingBox(element);
    const at = { left: `${((box.x + box.width) / size.width) * 100}%`, top: `${(box.y / size.height) * 100}%` };
    const isHere = (entry: { readonly zoneId: number | null; readonly place: string | null }) =>
      zoneId === undefined ? entry.place === `passage ${passageId}` : entry.zoneId === zoneId;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: elements are known by their place
      <span key={place} className={styles.open} style={at}>
        <OpenMark isHere={isHere} />
      </span>
    );
  });
}

interface MapTooltipProps {
  readonly shown: ShownElement;
  readonly look: TooltipLook;
  readonly size: { readonly width: number; readonly height: number };
  readonly isPointed: boolean;
}

/** Small table above an element. Hidden from screen readers, because the element has the same label. */
function MapTooltip({ shown: { element, name, lines }, look, size, isPointed }: MapTooltipProps) {
  const table = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (table.current === null ? undefined : keepInside(table.current)), []);
  const box = getBoundingBox(element);
  const at = {
    center: { x: box.x + box.width / 2, y: box.y + box.height / 2 },
    top: { x: box.x + box.width / 2, y: box.y },
    bottom: { x: box.x + box.width / 2, y: box.y + box.height },
    left: { x: box.x, y: box.y + box.height / 2 },
    right: { x: box.x + box.width, y: box.y + box.height / 2 },
  }[look.place];
  const place = {
    left: `${(at.x / size.width) * 100}%`,
    top: `${(at.y / size.height) * 100}%`,
    fontSize: look.fontSize,
  };
  return (
    <div
      ref={table}
      className={styles.tooltip}
      data-place={look.place}
      data-brief={(look.mode === 'always' && look.showsValues && !isPointed) || undefined}
      data-pointed={isPointed || undefined}
      style={place}
      aria-hidden="true"
    >
      {look.showsTitle && (
        <p className={styles.tooltipTitle} style={{ background: look.background(0), color: look.text(0) }}>
          <bdi>{look.title ?? name}</bdi>
        </p>
      )}
      {look.showsCaptions &&
        look.captions.map((caption) => (
          <p key={caption} className={styles.caption} style={{ background: look.background(0), color: look.text(0) }}>
            <bdi>{caption}</bdi>
          </p>
        ))}
      {lines.map(({ metric, label, text, unit }, line) => (
        <p
          key={metric}
          className={styles.tooltipLine}
          style={{ background: look.background(line), color: look.text(line) }}
        >
          {look.showsIcons && <MetricIcon metric={metric} color="inherit" />}
          {look.showsLabels && <span>{label}</span>}
          {look.showsValues && (
            <bdi className={styles.tooltipValue}>
              {text}
              {look.showsUnits && unit !== '' && ` ${unit}`}
            </bdi>
          )}
        </p>
      ))}
    </div>
  );
}

/** Keeps the tooltip inside the map. Recalculates when either changes size. */
function keepInside(table: HTMLElement): (() => void) | undefined {
  const map = table.parentElement;
  if (map === null) return undefined;
  const push = () => {
    table.style.margin = '0';
    const [own, room] = [table.getBoundingClientRect(), map.getBoundingClientRect()];
    const back = (low: number, high: number) => Math.max(0, low) || Math.min(0, high);
    table.style.marginLeft = `${back(room.left - own.left, room.right - own.right)}px`;
    table.style.marginTop = `${back(room.top - own.top, room.bottom - own.bottom)}px`;
  };
  const watch = new ResizeObserver(push);
  watch.observe(map);
  watch.observe(table);
  return () => watch.disconnect();
}
