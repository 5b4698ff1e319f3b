import type { TagId } from '@atrium/domain/core';
import type { MapElement } from '@atrium/domain/pages/map-views';
import { act } from 'react';
import type { Site } from '../../src/pages/site-page/site.ts';
import { createGalleryClient } from '../gallery-client.ts';
import { boxes, plan, warmth } from '../pictures.ts';
import { buildDefinition, isPink, mountWidget } from '../shown/shown-widget.tsx';
import { shops, site } from '../site.ts';
import { states } from '../states.ts';

export interface Row {
  /** Map settings without, and with, the option under test. */
  readonly map?: object;
  readonly set: object;
  readonly see: (place: HTMLElement) => unknown;
  readonly without: unknown;
  readonly within: unknown;
  /** Interaction before the check. */
  readonly use?: (place: HTMLElement) => void;
}

export const [box] = boxes;
export const room: MapElement = { ...box, zoneId: shops[0] };
export const withElement = (more: object = {}) => ({ elements: [{ ...room, ...more }] });
export const withTooltip = (more: object) => withElement({ tooltip: more });
/** Tooltips with two lines, so that options by line are visible. */
export const lines = { filterType: 'custom', filterOptions: [{ title: 'All' }, { title: 'Same' }], ...withElement() };
export const option = (more: object) => ({ ...lines, filterOptions: [{ title: 'All', ...more }, { title: 'Same' }] });
export const range = (more: object) => ({
  colorRanges: [{ limits: { lower: 0, upper: null }, color: '#123456', ...more }],
});

export const shapes = '[role="button"], g[role="img"]';
export const tooltip = (place: HTMLElement) => place.querySelector('[data-place]');
export const hasTooltipText = (words: string | RegExp) => (place: HTMLElement) =>
  (tooltip(place)?.textContent ?? '').search(words) >= 0;
export const readLegend = (place: HTMLElement) =>
  [...place.querySelectorAll('ul:not([aria-label]) li')].map(({ textContent }) => textContent).join(' | ');
export const readShapeAttribute = (name: string) => (place: HTMLElement) =>
  place.querySelector('svg g > rect, svg g > path')?.getAttribute(name);
/** Returns the opacity of the group of the first place. */
export const readOpacity = (place: HTMLElement) =>
  place.querySelector(shapes)?.closest('[opacity]')?.getAttribute('opacity');
export const listOptions = (name: string) => (place: HTMLElement) =>
  [...(place.querySelector(`select[aria-label="${name}"]`)?.querySelectorAll('option') ?? [])].map(
    ({ textContent }) => textContent,
  );
export const listPictures = (place: HTMLElement) =>
  [...place.querySelectorAll('svg image')].map((image) => (image.getAttribute('href') === warmth ? 'warmth' : 'plan'));
export const isTipPink = (place: HTMLElement) => isPink(tooltip(place) as HTMLElement);
export const focus = (place: HTMLElement) =>
  place.querySelector(shapes)?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
export const choose = (name: string, value: string) => (place: HTMLElement) => {
  const select = place.querySelector<HTMLSelectElement>(`select[aria-label="${name}"]`);
  if (!select) return;
  select.value = value;
  select.dispatchEvent(new Event('change', { bubbles: true }));
};
export const optionName = 'What the map shows';
export const layerName = 'Background';
export const layers = [
  { name: 'Walls', url: plan, backgroundColor: null },
  { name: 'Warmth', url: warmth, backgroundColor: null },
];

export function viewBox(place: HTMLElement) {
  return place.querySelector('svg[viewBox][role="group"]')?.getAttribute('viewBox');
}
export function legendAt(place: HTMLElement) {
  return place.querySelector('[data-legend]')?.getAttribute('data-legend');
}
export function tipAt(place: HTMLElement) {
  return tooltip(place)?.getAttribute('data-place');
}

/** The gallery's site with a tag on two of its shops. */
const tagged: Site = {
  ...site,
  topology: {
    ...site.topology,
    zones: site.topology.zones.map((zone) =>
      zone.id === 3 || zone.id === 4 ? { ...zone, tagIds: [2 as TagId] } : zone,
    ),
  },
};

export async function renderMap(map: object, { see, use }: Row): Promise<unknown> {
  const client = createGalleryClient(states.full, { drawn: map as Record<string, unknown> });
  const { place, leave } = await mountWidget(buildDefinition('mapView'), { client, sites: [tagged] });
  document.body.append(place);
  await act(async () => use?.(place));
  const found = see(place.querySelector('[data-legend]')?.parentElement ?? place);
  await leave();
  place.remove();
  return found;
}
