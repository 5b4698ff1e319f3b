import { lazyComponent } from '../ui/page/lazy-component.tsx';

/** Loaded separately, because numbers must not wait for icons. */
const DrawnIcon = lazyComponent(() => import('./drawn-icon.tsx').then(({ DrawnIcon: one }) => one));

/** H01: a metric's icon in its color: the widget's, else the organization's, else the catalogue's. */
export function MetricIcon(props: { readonly metric: string; readonly color?: string | null | undefined }) {
  return (
    <span data-icon={props.metric} style={{ display: 'inline-flex', flex: 'none', inlineSize: 14, blockSize: 14 }}>
      <DrawnIcon {...props} />
    </span>
  );
}
