import type { Instant } from '@atrium/domain/core';
import { formatNumber } from '@atrium/domain/core/format';
import { compareFigure } from '@atrium/domain/numbers';
import { useText } from '../../i18n/index.ts';
import { Headline, markStrong } from '../../pages/headline/headline.tsx';
import { formatComparison } from '../../pages/headline/sentences.ts';
import { overviewMetrics } from '../numbers/overview-model.ts';
import type { OverviewExplains } from '../numbers/use-overview-explains.ts';
import { type StripSite, sumEntries } from '../strip.tsx';
import styles from './brief.module.css';
import { BriefCard, type BriefCardProps } from './brief-card.tsx';
import { findSumUnjudged } from './observe-sites.ts';
import { useBrief } from './use-brief.ts';

interface LeadProps {
  readonly rows: readonly StripSite[];
  readonly explained: OverviewExplains;
  /** Whether people may still come in today. */
  readonly isRunning: boolean;
  readonly now: Instant;
}

/** One sentence about all sites, from the figures of the strip. */
export function Lead({ rows, explained, isRunning, now }: LeadProps) {
  const { t, locale } = useText();
  const { value: total, usual } = sumEntries(rows);
  if (total === null) return null;
  const unjudged = findSumUnjudged(rows, now);
  const figure = compareFigure({ metric: overviewMetrics.entries, value: total, usual, unjudged });
  const when = isRunning ? 'today' : 'final';
  const lead = [
    figure.verdict && t(`headline.people.${figure.verdict}`, { mode: 'USUAL' }),
    total === 0
      ? t('headline.people.noVisitors', { when })
      : t('headline.people.count', {
          count: Math.round(total),
          people: markStrong(formatNumber(total, { locale, decimals: 0 }), 'entries'),
          when,
        }),
    formatComparison(figure, 'USUAL', { t, locale }, 'entries', when),
  ];
  return <Headline lead={lead} why={[]} explain={() => explained('entries', null).explain} />;
}

/** Summary above the table: how all sites are doing, and what needs attention. */
export function Brief(props: LeadProps & BriefCardProps) {
  const { t } = useText();
  const brief = useBrief(props.rows, props.now);
  const { now, watch } = brief.attention;
  return (
    <>
      <Lead {...props} />
      {now.length + watch.length === 0 && (
        // Says that nothing needs attention only once everything has loaded.
        <p className={styles.none}>{t(brief.isLoading ? 'sites.loading' : 'attention.none')}</p>
      )}
      <BriefCard {...props} brief={brief} />
    </>
  );
}
