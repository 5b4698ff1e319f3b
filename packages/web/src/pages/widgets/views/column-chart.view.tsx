import { TimeChart } from '../pictures/time-chart.tsx';
import type { WidgetViewProps } from '../pictures/view.ts';

export function View(props: WidgetViewProps) {
  return <TimeChart {...props} mark="column" />;
}
