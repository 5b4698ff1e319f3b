import type { ResolvedFilters } from '@atrium/domain/dashboards';
import { daysOf } from '@atrium/domain/measurements';
import { useText } from '../../i18n/index.ts';
import type { Explains } from '../explain/index.ts';
import { Headline, strong } from '../headline/headline.tsx';
import { comparedSentence, comparedWith, gapSentence, tooFewSentence } from '../headline/sentences.ts';
import type { SectionModel } from '../section/section-model.ts';
import { writePart } from '../section/section-part.ts';
import type { Site } from '../site/site.ts';
import { figureText, nameOf } from '../words/section-words.ts';
import { judgementSentence, spellSentence, unheardSentence } from './air-sentences.ts';
import { judgedProgress } from './numbers/judged-time.ts';
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
    includesNow: judgedProgress(filters) === 'running',
    isOneDay: daysOf(filters.ranges) === 1,
    hoursChosen: filters.state.hours !== 'all',
  };
  const worst = judgement?.worst ?? null;
  return (
    <Headline
      lead={[
        judgementSentence(judgement, time, text),
        worst && spell && spellSentence(worst, spell, time, { reader: text, partName }),
      ]}
      why={[
        judgement && judgement.worst !== null && judgement.places > 1
          ? t('headline.air.places', { bad: judgement.beyondGood, places: judgement.places })
          : null,
        co2 && co2.value !== null
          ? t('headline.air.mean', {
              metric: nameOf(co2.metric, t),
              amount: strong(figureText(co2.value, co2.metric, text), 'co2'),
            })
          : null,
        co2
          ? (comparedSentence(comparedWith(co2.compared, co2.usual, filters), filters, text, 'co2', 'past') ??
            tooFewSentence(co2.tooFew, filters, text))
          : null,
        unheardSentence(air.unheard, text),
        gapSentence(air.coverage, text, model.metrics[0]?.metric.id ?? '', {
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
        const part = writePart({ of, metric: worst.metric, label: worst.place });
        return () => explains.open(part, [{ from: spell.from, to: Math.min(spell.to, now) }]);
      }}
    />
  );
}
