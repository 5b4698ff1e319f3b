import type { Widget } from '@atrium/domain/dashboards/definitions';
import type { PageFilters, WidgetChoice, WidgetContext } from '@atrium/domain/dashboards/widgets';
import type { Category } from '../../site/site.ts';

export interface DropdownsProps {
  readonly widget: Widget;
  readonly context: WidgetContext;
  /** The page's filters, before the widget's own choices. */
  readonly pageFilters: PageFilters;
  /** Categories of the widget's site. */
  readonly categories: readonly Category[];
  /** Descriptors that the sensors of its sites report. */
  readonly told: readonly string[];
  readonly onChoose: (choice: WidgetChoice) => void;
}
