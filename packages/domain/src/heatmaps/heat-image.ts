import { buildHeatField, type Size, type Stay } from './heat-field.ts';
import { getHeatColor, type HeatTheme } from './heat-scale.ts';

/** Share of the peak below which the image is transparent. */
const visibleFrom = 0.04;
/** Maximum opacity, so that the plan stays readable below the busiest place. */
const mostOpaque = 0.88;

/**
 * Renders where people spent their time as an overlay of the zone's plan: RGBA, row by row, transparent where no one
 * was.
 */
export function renderHeatImage(stays: readonly Stay[], size: Size, theme: HeatTheme): Uint8Array {
  const field = buildHeatField(stays, size);
  const pixels = new Uint8Array(field.length * 4);
  for (const [place, value] of field.entries()) {
    if (value < visibleFrom) continue;
    const [red, green, blue] = getHeatColor(value, theme);
    const opacity = mostOpaque * Math.min(1, (value - visibleFrom) / 0.25);
    pixels.set([red, green, blue, Math.round(255 * opacity)], place * 4);
  }
  return pixels;
}
