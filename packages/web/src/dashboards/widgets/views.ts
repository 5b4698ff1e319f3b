import { type WidgetType, widgetTypes } from '@atrium/domain/dashboards/definitions';
import { type LazyComponent, lazyComponent } from '../../ui/loading/lazy-component.tsx';
import type { WidgetViewModule, WidgetViewProps } from './pictures/view.ts';

const common = () => import('./common-views.ts');

/** Views of the rarer types, each loaded with the first widget of its type. */
const lateViews = import.meta.glob<WidgetViewModule>('./*/late-view.tsx');

/**
 * Loads the view from the folder of the type's name: `view.tsx` is bundled with the common ones, `late-view.tsx` is
 * not.
 */
async function load(type: WidgetType): Promise<WidgetViewModule> {
  const folder = `./${type.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  const view = await (lateViews[`${folder}/late-view.tsx`]?.() ??
    common().then(({ commonViews }) => commonViews[`${folder}/view.tsx`]));
  if (view === undefined) throw new Error(`nothing draws ${type}`);
  return view;
}

// Loads in parallel with the page's script, not after its query.
common().catch(() => {});

/** The views of all types. */
export const widgetViews = Object.fromEntries(
  widgetTypes.map((type) => [type, lazyComponent(() => load(type).then(({ View }) => View))]),
) as unknown as Readonly<Record<WidgetType, LazyComponent<WidgetViewProps>>>;

/** Preloads the views of these types while their numbers load. Errors surface when the view renders. */
export function fetchViews(types: Iterable<WidgetType>): void {
  for (const type of new Set(types)) widgetViews[type].fetch().catch(() => {});
}
