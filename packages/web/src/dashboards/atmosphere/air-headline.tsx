import type { ResolvedFilters } from '@atrium/domain/dashboards';
import { countTotalDays } from '@atrium/domain/measurements';
import { useText } from '../../i18n/index.ts';
import type { Explains } from '../explain/index.ts';
import { Headline, markStrong } from '../headline/headline.tsx';
import { comparedWith, formatComparison, formatGap, formatTooFewSentence } from '../headline/sentences.ts';
import type { SectionModel } from '../section/section-model.ts';
import { formatSectionPart } from '../section/section-part.ts';
import type { Site } from '../site/site.ts';
import { formatFigure, getMetricName } from '../words/section-texts.ts';
import { formatJudgement, formatSilentSensors, formatSpell } from './air-sentences.ts';
import { getJudgedProgress } from './numbers/judged-time.ts';
import type { Air } from './numbers/use-air.ts';

interface AirHeadlineProps {
  readonly model: SectionModel;
  readonly air: Air;
  readonly site: Site;
  readonly filters: ResolvedFilters;
  readonly now: number;
  readonly partName: (label: string) => string;
  readonly explains: Explains | null;
}

/** States whether the air was good over the shown time, and where and when it was not. */
export function AirHeadline({ model, air, site, filters, now, partName, explains }: AirHeadlineProps) {
  const text = useText();
  const { t } = text;
  const { judgement, spell } = air;
  const co2 = model.metrics.find(({ metric }) => metric.id === 'co2');
  const time = {
    calendar: site.topology,
    now,
    includesNow: getJudgedProgress(filters) === 'running',
    isOneDay: countTotalDays(filters.ranges) === 1,
    hoursChosen: filters.state.hours !== 'all',
  };
  const worst = judgement?.worst ?? null;
  return (
    <Headline
      lead={[
        formatJudgement(judgement, time, text),
        worst && spell && formatSpell(worst, spell, time, { reader: text, partName }),
      ]}
      why={[
        judgement && judgement.worst !== null && judgement.places > 1
          ? t('headline.air.places', { bad: judgement.beyondGood, places: judgement.places })
          : null,
        co2 && co2.value !== null
          ? t('headline.air.mean', {
              metric: getMetricName(co2.metric, t),
              amount: markStrong(formatFigure(co2.value, co2.metric, text), 'co2'),
            })
          : null,
        co2
          ? (formatComparison(comparedWith(co2.compared, co2.usual, filters), filters, text, 'co2', 'past') ??
            formatTooFewSentence(co2.tooFew, filters, text))
          : null,
        formatSilentSensors(air.unheard, text),
        formatGap(air.coverage, text, model.metrics[0]?.metric.id ?? '', {
          of: 'sensors',
          since: air.silentSince,
          today: filters.date,
          timezone: site.topology.timezone,
        }),
      ]}
      explain={(number) => {
        if (explains === null) return null;
        if (number !== 'peak' || !worst || !spell) return () => explains.open(number);
        const of = spell.side === 'above' ? 'highest' : 'lowest';
        const part = formatSectionPart({ of, metric: worst.metric, label: worst.place });
        return () => explains.open(part, [{ from: spell.from, to: Math.min(spell.to, now) }]);
      }}
    />
  );
}
