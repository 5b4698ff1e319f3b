import { formatNumber } from '@atrium/domain/core/format';
import { mainContribution } from '@atrium/domain/dashboards';
import { useText } from '../../i18n/index.ts';
import type { CountingModel } from '../counting/counting-model.ts';
import { type CountingGround, useCountingExplains, useZoneExplains } from '../counting/use-counting-explains.ts';
import { Headline, strong } from './headline.tsx';
import { comparedSentence, comparedWith, gapSentence, whenOf } from './sentences.ts';

/** Busier or quieter than usual, how many came, and which zone made the difference. */
export function PeopleHeadline({ model, ground }: { readonly model: CountingModel; readonly ground: CountingGround }) {
  const { filters } = ground;
  const entries = useCountingExplains('entries', ground);
  const zones = useZoneExplains(ground);
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
    model.zones.map(({ zone, entries }) => ({
      name: zone.name,
      key: `entries/${zone.id}`,
      value: entries.value,
      usual: entries.usual,
    })),
  );
  const sign = comparison?.verdict === 'less' ? '−' : '+';
  return (
    <Headline
      lead={[
        comparison && say(`headline.people.${comparison.verdict}`, { mode: filters.state.compare.mode }),
        say('headline.people.count', {
          count: value,
          people: strong(formatNumber(value, { locale, decimals: 0 }), whole),
          when,
        }),
        comparedSentence(comparison, filters, text, whole),
      ]}
      why={[
        part &&
          say('headline.part', {
            name: strong(part.name),
            difference: strong(`${sign}${formatNumber(part.difference, { locale, decimals: 0 })}`, part.key),
          }),
        gapSentence(model.coverage.ratio, text, whole),
      ]}
      explain={(number) => {
        if (number === whole) return entries && (() => entries.open());
        return zones && (() => zones.open(number));
      }}
    />
  );
}

/** The entries of all that is shown, among the names of those of its zones. */
const whole = 'entries';
