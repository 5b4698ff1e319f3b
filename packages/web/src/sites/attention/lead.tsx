import { computeDelta, formatNumber, formatPercent } from '@atrium/domain/core/format';
import { Headline, markStrong } from '../../dashboards/headline/headline.tsx';
import { useText } from '../../i18n/index.ts';
import type { OverviewExplains } from '../numbers/use-overview-explains.ts';
import { type StripSite, sumEntries } from '../strip.tsx';

export interface LeadProps {
  readonly rows: readonly StripSite[];
  readonly explained: OverviewExplains;
  /** Whether people may still come in today. */
  readonly isRunning: boolean;
  /** Whether the comparable part is too small to show a change. */
  readonly isTooLittle: boolean;
}

/** One sentence about all sites, from the figures of the strip. */
export function Lead({ rows, explained, isRunning, isTooLittle }: LeadProps) {
  const { t, locale } = useText();
  const { total, both } = sumEntries(rows);
  if (total === null) return null;
  const delta =
    both === null || isTooLittle
      ? null
      : computeDelta(both.value, both.usual, { points: false, goodSide: 'up', decimals: 1 });
  const verdict =
    delta === null ? null : Math.abs(delta.change) < asUsual ? 'usual' : delta.change > 0 ? 'more' : 'less';
  const when = isRunning ? 'today' : 'final';
  const percent = delta === null ? '' : formatPercent(Math.abs(delta.change), { locale, decimals: 1 });
  const lead = [
    verdict && t(`headline.people.${verdict}`, { mode: 'USUAL' }),
    total === 0
      ? t('headline.people.noVisitors', { when })
      : t('headline.people.count', {
          count: Math.round(total),
          people: markStrong(formatNumber(total, { locale, decimals: 0 }), 'entries'),
          when,
        }),
    // A usual value is not compared, as on a site's page.
    delta !== null && verdict !== 'usual'
      ? t('headline.compared', {
          percent: markStrong(percent, 'entries'),
          verdict: delta.change > 0 ? 'more' : 'less',
          mode: 'USUAL',
          when,
        })
      : null,
  ];
  return <Headline lead={lead} why={[]} explain={() => explained('entries', null).explain} />;
}

/** Smaller changes count as none, %. */
const asUsual = 3;
