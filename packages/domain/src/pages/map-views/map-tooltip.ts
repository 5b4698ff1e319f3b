import type { MapConfig, MapElement, MapFilterOption, TooltipPlace } from './map-config.ts';

/** Appearance of an element's tooltip, with all defaults resolved. */
export interface TooltipLook {
  /** `always` is permanent, `hover` follows pointer and focus. */
  readonly mode: 'always' | 'hover' | 'never';
  readonly showsTitle: boolean;
  readonly showsLabels: boolean;
  readonly showsUnits: boolean;
  readonly showsIcons: boolean;
  readonly showsValues: boolean;
  readonly showsCaptions: boolean;
  readonly title: string | null;
  readonly captions: readonly string[];
  readonly place: TooltipPlace;
  /** Pixels. */
  readonly fontSize: number;
  /** Colour of a metric's line, by its index. */
  readonly background: (line: number) => string;
  readonly text: (line: number) => string;
}

/** White on dark blue in both themes, since it lies on a picture. */
export const tooltipDefaults = { background: '#14213d', text: '#ffffff', place: 'center', fontSize: 12 } as const;

/**
 * Resolves an element's tooltip. The element's own settings override the option's, then the map's, then the defaults:
 * everything is shown, on hover, in the middle of the element.
 */
export function resolveTooltip(
  config: Pick<MapConfig, 'tooltipConfig' | 'hideMetricsName'>,
  option: MapFilterOption | null,
  element: MapElement,
): TooltipLook {
  const own = element.tooltip ?? {};
  const of = { ...config.tooltipConfig, ...option?.tooltipConfig };
  const backgrounds = own.backgroundColors ?? of.backgroundColors ?? listed(own.background);
  const texts = own.textColors ?? of.textColors ?? listed(own.color);
  return {
    mode: of.mode ?? 'hover',
    showsTitle: of.useTitle ?? true,
    showsLabels: (of.useLabel ?? true) && !(option?.hideMetricsName ?? config.hideMetricsName ?? false),
    showsUnits: of.useUnit ?? true,
    showsIcons: of.useIcon ?? true,
    showsValues: of.useValue ?? true,
    showsCaptions: !(own.hideCaptions ?? option?.hideTooltipCaptions ?? false),
    title: own.title ?? null,
    captions: own.captions ?? [],
    place: own.position ?? element.tooltipPosition ?? tooltipDefaults.place,
    fontSize: own.fontSize ?? tooltipDefaults.fontSize,
    background: (line) => nth(backgrounds, line) ?? tooltipDefaults.background,
    text: (line) => nth(texts, line) ?? tooltipDefaults.text,
  };
}

const listed = (color: string | undefined) => (color === undefined ? [] : [color]);
const nth = (colors: readonly string[], line: number) => colors[Math.min(line, colors.length - 1)];
