import { mainContribution } from '@atrium/domain/dashboards';
import { useText } from '../../i18n/index.ts';
import type { ResolvedFilters } from '../filters/resolve.ts';
import { Headline, strong } from '../headline/headline.tsx';
import { comparedSentence, comparedWith, gapSentence, whenOf } from '../headline/sentences.ts';
import type { SectionModel } from '../section/section-model.ts';
import { nameOf, sayFigure } from '../section/section-words.ts';

interface EnergyHeadlineProps {
  readonly model: SectionModel;
  readonly filters: ResolvedFilters;
  /** Names of the parts by their label. */
  readonly partName: (label: string) => string;
  /** Whether a part can explain the whole; the whole itself cannot. */
  readonly explains: (label: string) => boolean;
}

/** More or less used than usual, how much, and where the difference was made. Speaks of the first metric. */
export function EnergyHeadline({ model, filters, partName, explains }: EnergyHeadlineProps) {
  const text = useText();
  const { say } = text;
  const [first, ...others] = model.metrics;
  if (!first || first.value === null) return <Headline lead={[say('headline.energy.none')]} why={[]} />;
  const { metric, value, usual } = first;
  const comparison = comparedWith(value, usual, filters);
  const part = mainContribution(
    { value, usual: comparison === null ? null : usual },
    [...first.parts]
      .filter(([label]) => explains(label))
      .map(([label, each]) => ({ name: partName(label), value: each.value, usual: each.usual })),
  );
  const sign = comparison?.verdict === 'less' ? '−' : '+';
  const unusual = others.find((other) => Math.abs(comparedWith(other.value, other.usual, filters)?.percent ?? 0) >= 10);
  const other = unusual && comparedWith(unusual.value, unusual.usual, filters);
  return (
    <Headline
      lead={[
        comparison && say(`headline.energy.${comparison.verdict}`, { mode: filters.state.compare.mode }),
        say('headline.energy.amount', {
          metric: nameOf(metric, say),
          amount: strong(sayFigure(value, metric, text)),
          when: whenOf(filters),
        }),
        comparedSentence(comparison, filters, text),
      ]}
      why={[
        part &&
          say('headline.part', {
            name: strong(part.name),
            difference: strong(`${sign}${sayFigure(part.difference, metric, text)}`),
          }),
        unusual && other && other.verdict !== 'usual'
          ? say('headline.energy.other', {
              metric: nameOf(unusual.metric, say),
              amount: strong(sayFigure(unusual.value, unusual.metric, text)),
              percent: strong(`${other.verdict === 'more' ? '+' : '−'}${Math.round(other.percent)}\u202f%`),
            })
          : null,
        gapSentence(model.coverage?.ratio ?? null, text),
      ]}
    />
  );
}
