import { type WidgetType, widgetTypes } from '@atrium/domain/pages/definitions';
import { type LazyComponent, lazyComponent } from '../../ui/page/lazy-component.tsx';
import type { WidgetViewModule, WidgetViewProps } from './pictures/view.ts';

const common = () => import('./common-views.ts');

/** Views of the rarer types, each loaded with the first widget of its type. */
const lateViews = import.meta.glob<WidgetViewModule>('./late/*.view.tsx');

/**
 * Loads the view from the file of the type's name: those in `views` are bundled together, those in `late` are not.
 */
async function load(type: WidgetType): Promise<WidgetViewModule> {
  const file = `${type.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.view.tsx`;
  const view = await (lateViews[`./late/${file}`]?.() ??
    common().then(({ commonViews }) => commonViews[`./views/${file}`]));
  if (view === undefined) throw new Error(`nothing draws ${type}`);
  return view;
}

// Loads in parallel with the page's script, not after its query.
common().catch(() => {});

export const widgetViews = Object.fromEntries(
  widgetTypes.map((type) => [type, lazyComponent(() => load(type).then(({ View }) => View))]),
) as unknown as Readonly<Record<WidgetType, LazyComponent<WidgetViewProps>>>;

/** Preloads the views of these types while their numbers load. Errors surface when the view renders. */
export function fetchViews(types: Iterable<WidgetType>): void {
  for (const type of new Set(types)) widgetViews[type].fetch().catch(() => {});
}
