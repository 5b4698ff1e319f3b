import { getBoundingBox, type TooltipLook } from '@atrium/domain/map-views';
import { useLayoutEffect, useRef } from 'react';
import { MetricIcon } from '../../metric-look/index.ts';
import type { ShownElement } from './map-numbers.ts';
import styles from './map-view.module.css';

interface MapTooltipProps {
  readonly shown: ShownElement;
  readonly look: TooltipLook;
  readonly size: { readonly width: number; readonly height: number };
  readonly isPointed: boolean;
}

/** Small table above an element. Hidden from screen readers, because the element has the same label. */
export function MapTooltip({ shown: { element, name, lines }, look, size, isPointed }: MapTooltipProps) {
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
