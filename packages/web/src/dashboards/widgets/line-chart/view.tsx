import { TimeChart } from '../time-chart.tsx';
import type { WidgetViewProps } from '../view.ts';

export function View(props: WidgetViewProps) {
  return <TimeChart {...props} mark="line" />;
}
