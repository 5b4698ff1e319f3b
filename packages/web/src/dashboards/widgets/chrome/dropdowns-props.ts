import type { Widget } from '@atrium/domain/dashboards/definitions';
import type { PageFilters, WidgetChoice, WidgetContext } from '@atrium/domain/dashboards/widgets';
import type { Category } from '../../site/site.ts';

export interface DropdownsProps {
  readonly widget: Widget;
  readonly context: WidgetContext;
  /** What the page is filtered by, before any choice made here. */
  readonly pageFilters: PageFilters;
  /** Of the widget's site. */
  readonly categories: readonly Category[];
  /** What the sensors of its sites tell of whom they count. */
  readonly told: readonly string[];
  readonly onChoose: (choice: WidgetChoice) => void;
}
