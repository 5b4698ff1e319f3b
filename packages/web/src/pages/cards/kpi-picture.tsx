import { cardSize, MicroBars, type SmallInput, Sparkline } from '../../charts/index.ts';

interface KpiPictureProps {
  readonly input: SmallInput;
  /** Bars for sums, a line for states; `share` is a line with its own scale. */
  readonly as: 'bars' | 'line' | 'share';
}

/** Draws the small time series in a KPI card. */
export function KpiPicture({ input, as }: KpiPictureProps) {
  if (as === 'bars') return <MicroBars input={input} size={cardSize} />;
  return <Sparkline input={input} size={cardSize} fromZero={as === 'line'} />;
}
