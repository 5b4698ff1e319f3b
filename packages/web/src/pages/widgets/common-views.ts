import type { WidgetViewModule } from './pictures/view.ts';

/** Views of the common types, bundled in one file: a page of twelve widgets needs one request. */
export const commonViews = import.meta.glob<WidgetViewModule>('./views/*.view.tsx', { eager: true });
