import { cardSize, MicroBars, type SmallInput, Sparkline } from '../../charts/index.ts';

interface KpiPictureProps {
  readonly input: SmallInput;
  /** Bars of what came together, a line of what stood at a moment; `share` is a line with a scale of its own. */
  readonly as: 'bars' | 'line' | 'share';
}

/** The course of a figure, beside it in its card. */
export function KpiPicture({ input, as }: KpiPictureProps) {
  if (as === 'bars') return <MicroBars input={input} size={cardSize} />;
  return <Sparkline input={input} size={cardSize} fromZero={as === 'line'} />;
}
