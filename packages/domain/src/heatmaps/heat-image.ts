import { heatField, type Size, type Stay } from './heat-field.ts';
import { type HeatTheme, heatScale } from './heat-scale.ts';

/** Below this part of the peak the plan shows through untouched. */
const visibleFrom = 0.04;
/** What lies under the busiest place stays readable. */
const mostOpaque = 0.88;

/** A picture of where people spent their time, to lie over the zone's plan: RGBA, row by row, transparent where nobody was. */
export function heatImage(stays: readonly Stay[], size: Size, theme: HeatTheme): Uint8Array {
  const field = heatField(stays, size);
  const pixels = new Uint8Array(field.length * 4);
  for (const [place, value] of field.entries()) {
    if (value < visibleFrom) continue;
    const [red, green, blue] = heatScale(value, theme);
    const opacity = mostOpaque * Math.min(1, (value - visibleFrom) / 0.25);
    pixels.set([red, green, blue, Math.round(255 * opacity)], place * 4);
  }
  return pixels;
}
