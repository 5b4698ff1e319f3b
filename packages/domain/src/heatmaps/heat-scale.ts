export const heatThemes = ['light', 'dark'] as const;
export type HeatTheme = (typeof heatThemes)[number];

/**
 * The product's sequential colour scale from its second step: higher is darker in the light theme, lighter in the dark
 * one.
 */
export const heatSteps: Readonly<Record<HeatTheme, readonly string[]>> = {
  light: ['#BDD0FF', '#98B5FF', '#6F96FF', '#4474FB', '#1F55EE', '#133FC4', '#0D2C8C'],
  dark: ['#1F4084', '#2853AE', '#3B6BDB', '#5E8FFF', '#93B5FF', '#CFDEFF', '#F3F7FF'],
};

type Rgb = readonly [red: number, green: number, blue: number];

const parse = (color: string): Rgb => {
  const part = (at: number) => Number.parseInt(color.slice(at, at + 2), 16);
  return [part(1), part(3), part(5)];
};
const parsed: Readonly<Record<HeatTheme, readonly Rgb[]>> = {
  light: heatSteps.light.map(parse),
  dark: heatSteps.dark.map(parse),
};

/** Returns the colour of a share of the peak, 0 to 1, interpolated between steps. */
export function getHeatColor(value: number, theme: HeatTheme): Rgb {
  const steps = parsed[theme];
  const place = Math.min(1, Math.max(0, value)) * (steps.length - 1);
  const index = Math.min(steps.length - 2, Math.floor(place));
  const [low, high] = [steps[index] as Rgb, steps[index + 1] as Rgb];
  const mixed = (part: 0 | 1 | 2) => Math.round(low[part] + (high[part] - low[part]) * (place - index));
  return [mixed(0), mixed(1), mixed(2)];
}
