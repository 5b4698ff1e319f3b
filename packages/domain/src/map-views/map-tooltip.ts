import type { MapConfig, MapElement, MapFilterOption, TooltipPlace } from './map-config.ts';

/** How the small table over an element looks, with nothing left open. */
export interface TooltipLook {
  /** `always` stays, `hover` comes with the pointer or the focus. */
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
  /** Of the line of a metric, by its number. */
  readonly background: (line: number) => string;
  readonly text: (line: number) => string;
}

/** Dark blue under white, whatever the theme: it lies on a picture. */
export const tooltipDefaults = { background: '#14213d', text: '#ffffff', place: 'center', fontSize: 12 } as const;

/**
 * What an element's own tooltip says wins over the chosen option's, that over the map's, that over the defaults:
 * everything is shown, when pointed at, in the middle of the element.
 */
export function tooltipLook(
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
