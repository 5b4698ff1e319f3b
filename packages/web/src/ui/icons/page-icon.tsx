import { Drawing, Icon } from './icon.tsx';
import { shapes } from './shapes.ts';

/** Icons that users can select for pages. */
const pageShapes = {
  calendar: shapes.calendar,
  pulse: 'M1.8 8h3l1.8-4.6 2.8 9.2L11.2 8h3',
  line: 'M2.4 2.4v11.2h11.2M4.6 10.4l2.8-3 2.2 1.8 3.6-4.4',
  people:
    'M6 7.4a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4ZM2 13.2a4 4 0 0 1 8 0M10.6 3.2a2.2 2.2 0 0 1 0 4.2M11.6 9.4a4 4 0 0 1 2.4 3.8',
  doorway: 'M4 13.6V2.4h8v11.2M2.4 13.6h11.2M9.6 8v.6',
  store:
    'M2.6 6.2 3.6 2.6h8.8l1 3.6a1.8 1.8 0 0 1-3.6 0 1.8 1.8 0 0 1-3.6 0 1.8 1.8 0 0 1-3.6 0ZM3.6 8.2v5.4h8.8V8.2M6.6 13.6v-3h2.8v3',
  train:
    'M4.4 2.6h7.2a1 1 0 0 1 1 1v6.2a1.4 1.4 0 0 1-1.4 1.4H4.8a1.4 1.4 0 0 1-1.4-1.4V3.6a1 1 0 0 1 1-1ZM3.4 7.2h9.2M5.4 11.2 4 13.6M10.6 11.2 12 13.6M5.8 9.2h.1M10.1 9.2h.1',
  map: 'M2.2 4.2 6 2.6l4 1.6 3.8-1.6v9.2L10 13.4l-4-1.6-3.8 1.6ZM6 2.6v9.2M10 4.2v9.2',
  route:
    'M4 13.4a1.6 1.6 0 1 0 0-3.2 1.6 1.6 0 0 0 0 3.2ZM12 5.8a1.6 1.6 0 1 0 0-3.2 1.6 1.6 0 0 0 0 3.2ZM5.6 11.8h4a2 2 0 0 0 0-4H6.4a2 2 0 0 1 0-3.6h4',
  hourglass: 'M4 2.4h8M4 13.6h8M5 2.4c0 3.2 3 3.8 3 5.6s-3 2.4-3 5.6M11 2.4c0 3.2-3 3.8-3 5.6s3 2.4 3 5.6',
  wind: shapes.air,
  flame: 'M8 14a4 4 0 0 0 4-4c0-3-3-4.2-3.4-8C6 4 4 6.6 4 10a4 4 0 0 0 4 4Z',
  energy: shapes.energy,
  broom: 'M8 2v5M5.4 7h5.2l1.2 6.6H4.2ZM6.6 10.6v3M9.4 10.6v3',
  presentation: 'M2 2.8h12M3 2.8v7.4h10V2.8M8 10.2v2M5.4 14.2 8 12.2l2.6 2',
  star: 'm8 2 1.8 3.8 4.2.5-3.1 2.9.8 4.1L8 11.3l-3.7 2 .8-4.1L2 6.3l4.2-.5Z',
} as const satisfies Record<string, string>;

type PageIconName = keyof typeof pageShapes;

export const pageIconNames = Object.keys(pageShapes) as readonly PageIconName[];

export const isPageIcon = (name: string | null | undefined): name is PageIconName =>
  name != null && Object.hasOwn(pageShapes, name);

/** Icon beside a page's name: its own, or the default. */
export function PageIcon({ name }: { readonly name: string | null | undefined }) {
  return isPageIcon(name) ? <Drawing name={name} path={pageShapes[name]} /> : <Icon name="table" />;
}
