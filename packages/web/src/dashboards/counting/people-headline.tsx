import { formatNumber } from '@atrium/domain/core/format';
import { mainContribution, makeUp, valuesOfAnswer } from '@atrium/domain/dashboards';
import { notToldWord } from '../../charts/index.ts';
import { useText } from '../../i18n/index.ts';
import { Headline, strong } from '../headline/headline.tsx';
import { comparedSentence, comparedUpTo, comparedWith, gapSentence, tooFewSentence } from '../headline/sentences.ts';
import { whenOf } from '../headline/when.ts';
import type { CountingContext } from './numbers/counting-context.ts';
import type { CountingModel } from './numbers/counting-model.ts';
import { useCountingExplains } from './numbers/use-counting-explains.ts';
import { useDoorExplains } from './numbers/use-part-explains.ts';

/**
 * Compares the entries with the usual, states their number and names the door with the main change, if the doors add up
 * to the whole.
 */
export function PeopleHeadline({
  model,
  context,
}: {
  readonly model: CountingModel;
  readonly context: CountingContext;
}) {
  const { filters } = context;
  const entries = useCountingExplains('entries', context);
  const doors = useDoorExplains(context);
  const text = useText();
  const { t, locale } = text;
  const asked = whenOf(filters, 'people');
  const { silentSince } = model;
  // While all counters are silent the count cannot continue, so the sentence says "final" instead of "so far".
  const when = silentSince === null ? asked : asked === 'today' ? 'final' : 'past';
  const { value, usual, compared, tooFew } = model.entries;
  const { emptiness } = model;
  if (emptiness === 'nothingMatches') return null;
  if (emptiness === 'notTold') {
    const reason = notToldWord(model.entries.notTold, t);
    return <Headline lead={[t('headline.people.notTold', { reason })]} why={[]} />;
  }
  if (emptiness !== null || value === null)
    return <Headline lead={[t(`headline.people.${emptiness ?? 'offline'}`, { when })]} why={[]} />;
  const comparison = comparedWith(compared, usual, filters, 'people');
  const upTo = comparedUpTo(when, model.entries, model.coverage.ratio);
  const byDoor = [...valuesOfAnswer(model.doors)].map(([name, door]) => ({
    name,
    value: door.compared,
    usual: door.usual,
  }));
  // A difference of a few people has no single cause worth naming.
  const isOfFew = comparison !== null && comparison.people !== null;
  const part = mainContribution(
    { value: compared, usual },
    isOfFew ? 'usual' : (comparison?.verdict ?? 'usual'),
    makeUp({ value: compared, usual }, byDoor) ? byDoor : [],
  );
  const sign = comparison?.verdict === 'less' ? '−' : '+';
  return (
    <Headline
      lead={[
        comparison && t(`headline.people.${comparison.verdict}`, { mode: filters.state.compare.mode }),
        t('headline.people.count', {
          count: value,
          people: strong(formatNumber(value, { locale, decimals: 0 }), whole),
          when,
        }),
        comparedSentence(comparison, filters, text, whole, upTo) ?? tooFewSentence(tooFew, filters, text),
      ]}
      why={[
        part &&
          t('headline.part', {
            name: strong(part.name),
            difference: strong(`${sign}${formatNumber(part.difference, { locale, decimals: 0 })}`, part.name),
          }),
        gapSentence(model.coverage.ratio, text, whole, {
          of: 'counters',
          since: silentSince,
          today: filters.date,
          timezone: context.site.topology.timezone,
        }),
      ]}
      explain={(number) => {
        if (number === whole) return entries && (() => entries.open());
        return doors && (() => doors.open(number));
      }}
    />
  );
}

/** Marks the total among the door names. A private-use character that no door name contains. */
const whole = '\ue003';
