import { type AirVerdict, airVerdict } from '@atrium/domain/dashboards';
import { findMetric } from '@atrium/domain/measurements';
import { useText } from '../../i18n/index.ts';
import type { Explains } from '../explain/index.ts';
import type { ResolvedFilters } from '../filters/resolve.ts';
import { Headline, strong } from '../headline/headline.tsx';
import { comparedSentence, comparedWith, gapSentence } from '../headline/sentences.ts';
import type { SectionModel } from '../section/section-model.ts';
import { nameOf, sayFigure } from '../section/section-words.ts';
import { airSamples } from './air-samples.ts';
import { explainedAir } from './explained-air.ts';
import type { BandOf } from './use-bands.ts';

interface AirHeadlineProps {
  readonly model: SectionModel;
  readonly filters: ResolvedFilters;
  readonly places: ReadonlySet<string>;
  readonly bandOf: BandOf;
  readonly partName: (label: string) => string;
  readonly explains: Explains | null;
}

/** Whether the air is good, and where it is not. Now, or on average of days that are over. */
export function AirHeadline({ model, filters, places, bandOf, partName, explains }: AirHeadlineProps) {
  const text = useText();
  const { say } = text;
  const samples = airSamples(model, filters, places);
  const verdict = airVerdict(samples, bandOf);
  if (verdict === null) return <Headline lead={[say('headline.air.none')]} why={[]} />;
  const co2 = model.metrics.find(({ metric }) => metric.id === 'co2');
  const when = filters.includesNow ? 'now' : 'past';
  return (
    <Headline
      lead={[say(`headline.air.${levelOf(verdict)}`, { when }), verdict.score < 5 ? worstSentence(verdict) : null]}
      why={[
        verdict.places > 1 && verdict.score < 4
          ? say('headline.air.places', { bad: verdict.beyondGood, places: verdict.places })
          : null,
        co2 && co2.value !== null
          ? say('headline.air.mean', {
              metric: nameOf(co2.metric, say),
              amount: strong(sayFigure(co2.value, co2.metric, text), 'co2'),
            })
          : null,
        co2 ? comparedSentence(comparedWith(co2.value, co2.usual, filters), filters, text, 'co2', 'past') : null,
        gapSentence(model.coverage?.ratio ?? null, text, model.metrics[0]?.metric.id ?? ''),
      ]}
      explain={(number) => {
        if (number === 'own' || number === 'rating')
          return explainedAir({ of: number, ...verdict.worst }, model, filters, explains).explain;
        return explains && (() => explains.open(number));
      }}
    />
  );

  function worstSentence({ worst, score }: AirVerdict): string | null {
    const metric = findMetric(worst.metric);
    if (!metric) return null;
    return say('headline.air.worst', {
      place: strong(partName(worst.place)),
      metric: nameOf(metric, say),
      amount: strong(sayFigure(worst.value, metric, text), 'own'),
      score: strong(String(score), 'rating'),
    });
  }
}

function levelOf({ score }: AirVerdict): 'good' | 'fair' | 'poor' {
  return score >= 4 ? 'good' : score === 3 ? 'fair' : 'poor';
}
