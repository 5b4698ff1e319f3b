import { type WidgetType, widgetTypes } from '@atrium/domain/dashboards/definitions';
import { type LatePart, latePart } from '../../ui/loading/index.ts';
import type { WidgetViewModule, WidgetViewProps } from './pictures/view.ts';

const common = () => import('./common-views.ts');

/** What draws the rarer types, each fetched with the first widget of its type. */
const lateViews = import.meta.glob<WidgetViewModule>('./*/late-view.tsx');

/** What draws a type stands in the folder of its name: `view.tsx` beside the usual ones, or `late-view.tsx` by itself. */
async function load(type: WidgetType): Promise<WidgetViewModule> {
  const folder = `./${type.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  const view = await (lateViews[`${folder}/late-view.tsx`]?.() ??
    common().then(({ commonViews }) => commonViews[`${folder}/view.tsx`]));
  if (view === undefined) throw new Error(`nothing draws ${type}`);
  return view;
}

// Beside the page's own script, not after its question.
common().catch(() => {});

/** The looks of every type. */
export const widgetViews = Object.fromEntries(
  widgetTypes.map((type) => [type, latePart(() => load(type).then(({ View }) => View))]),
) as unknown as Readonly<Record<WidgetType, LatePart<WidgetViewProps>>>;

/** Fetches what draws these types while their numbers are on their way. What fails is told when it is to be drawn. */
export function fetchViews(types: Iterable<WidgetType>): void {
  for (const type of new Set(types)) widgetViews[type].fetch().catch(() => {});
}
