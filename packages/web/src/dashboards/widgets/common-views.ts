import type { WidgetViewModule } from './pictures/view.ts';

/** What draws the types that most pages have some of: one file, so that a page of twelve widgets fetches one. */
export const commonViews = import.meta.glob<WidgetViewModule>('./*/view.tsx', { eager: true });
