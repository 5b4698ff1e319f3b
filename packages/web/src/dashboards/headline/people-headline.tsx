import { formatNumber } from '@atrium/domain/core/format';
import { mainContribution } from '@atrium/domain/dashboards';
import { useText } from '../../i18n/index.ts';
import type { CountingModel } from '../counting/counting-model.ts';
import type { ResolvedFilters } from '../filters/resolve.ts';
import { Headline, strong } from './headline.tsx';
import { comparedSentence, comparedWith, gapSentence, whenOf } from './sentences.ts';

/** Busier or quieter than usual, how many came, and which zone made the difference. */
export function PeopleHeadline({
  model,
  filters,
}: {
  readonly model: CountingModel;
  readonly filters: ResolvedFilters;
}) {
  const text = useText();
  const { say, locale } = text;
  const when = whenOf(filters);
  const { value, usual } = model.entries;
  const { emptiness } = model;
  if (emptiness === 'nothingMatches') return null;
  if (emptiness !== null || value === null)
    return <Headline lead={[say(`headline.people.${emptiness ?? 'offline'}`, { when })]} why={[]} />;
  const comparison = comparedWith(value, usual, filters);
  const part = mainContribution(
    { value, usual: comparison === null ? null : usual },
    model.zones.map(({ zone, entries }) => ({ name: zone.name, value: entries.value, usual: entries.usual })),
  );
  const sign = comparison?.verdict === 'less' ? '−' : '+';
  return (
    <Headline
      lead={[
        comparison && say(`headline.people.${comparison.verdict}`, { mode: filters.state.compare.mode }),
        say('headline.people.count', {
          count: value,
          people: strong(formatNumber(value, { locale, decimals: 0 })),
          when,
        }),
        comparedSentence(comparison, filters, text),
      ]}
      why={[
        part &&
          say('headline.part', {
            name: strong(part.name),
            difference: strong(`${sign}${formatNumber(part.difference, { locale, decimals: 0 })}`),
          }),
        gapSentence(model.coverage.ratio, text),
      ]}
    />
  );
}
