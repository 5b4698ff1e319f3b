import { latePart } from '../../ui/loading/index.ts';

/** Numbers are there before what they are told apart by. */
const DrawnIcon = latePart(() => import('./drawn-icon.tsx').then(({ DrawnIcon: one }) => one));

/** H01: what a metric is told apart by, in its colour: that of its widget or organization, else the catalogue's. */
export function MetricIcon(props: { readonly metric: string; readonly color?: string | null | undefined }) {
  return (
    <span data-icon={props.metric} style={{ display: 'inline-flex', flex: 'none', inlineSize: 14, blockSize: 14 }}>
      <DrawnIcon {...props} />
    </span>
  );
}
