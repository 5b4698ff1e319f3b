import type { Metric } from '@atrium/domain/measurements';
import type { MessageId, Translate } from '../../../i18n/index.ts';

type Expression = Extract<Metric['expression'], { readonly type: 'ratio' }>['numerator']['expression'];

/** Names a side of a ratio: 0 is the numerator, 1 the denominator. Null if the metric is no ratio. */
export function formatRatioSide({ expression }: Metric, side: 0 | 1, t: Translate): string | null {
  if (expression.type !== 'ratio') return null;
  return t(idOf((side === 0 ? expression.numerator : expression.denominator).expression));
}

function idOf(side: Expression): MessageId {
  switch (side.type) {
    case 'crossings':
      if (side.gender !== undefined) return side.gender.length > 1 ? 'explain.side.womenAndMen' : 'explain.side.women';
      return side.side === 'in' ? 'metric.affluenceIn' : 'metric.affluenceOut';
    case 'topEntries':
      return 'explain.side.topEntries';
    case 'passersBy':
      return 'explain.side.passersBy';
    case 'inside':
      return 'metric.inside';
    case 'counted':
      if (side.amount === 'weight') return 'explain.side.visits';
      return side.amount === 'weighted' ? 'explain.side.visitTime' : (`metric.${side.metric}` as MessageId);
    case 'sales':
      return salesIds[side.of];
    case 'setting':
      return side.of === 'limit' ? 'metric.limit' : side.of === 'area' ? 'explain.side.area' : 'explain.side.length';
    case 'levelTime':
    case 'statusTime':
      return 'explain.side.time';
    default:
      return 'metric' in side ? (`metric.${side.metric}` as MessageId) : 'explain.side.people';
  }
}

const salesIds = {
  turnover: 'metric.turnover',
  orders: 'metric.numberOfOrders',
  goods: 'metric.numberOfGoodsSold',
} as const satisfies Record<string, MessageId>;
