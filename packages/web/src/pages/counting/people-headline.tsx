import type { Instant } from '@atrium/domain/core';
import { formatNumber } from '@atrium/domain/core/format';
import { compareFigure } from '@atrium/domain/numbers';
import { addsUp, findMainContribution, getAnswerValues, getPointValue } from '@atrium/domain/pages';
import { formatUnsupported } from '../../charts/index.ts';
import { useText } from '../../i18n/index.ts';
import { Headline, markStrong } from '../headline/headline.tsx';
import { getSentenceTime } from '../headline/sentence-time.ts';
import {
  formatComparison,
  formatGap,
  formatRoughly,
  formatTooFewSentence,
  getComparedUntil,
} from '../headline/sentences.ts';
import { type CountingContext, type CountingModel, getCountingMetric } from './counting-model.ts';

/**
 * Compares the entries with the usual and states their number. If the doors add up to the whole, it names the door with
 * the main change.
 */
export function PeopleHeadline({
  model,
  context,
  now,
}: {
  readonly model: CountingModel;
  readonly context: CountingContext;
  readonly now: Instant;
}) {
  const { filters, explains } = context;
  const text = useText();
  const { t, locale } = text;
  const asked = getSentenceTime(filters, 'people');
  const { silentSince } = model;
  // While all counters are silent the count cannot continue, so the sentence says "final" instead of "so far".
  const when = silentSince === null ? asked : asked === 'today' ? 'final' : 'past';
  const { value, usual, range, known, tooFew } = model.entries;
  const { emptiness } = model;
  if (emptiness === 'nothingMatches') return null;
  if (emptiness === 'notTold') {
    const reason = formatUnsupported(model.entries.notTold, t);
    return <Headline lead={[t('headline.people.notTold', { reason })]} why={[]} />;
  }
  if (emptiness !== null || value === null)
    return <Headline lead={[t(`headline.people.${emptiness ?? 'offline'}`, { when })]} why={[]} />;
  const metric = getCountingMetric('entries');
  const figure = compareFigure({ metric, value, usual, range, unjudged: model.unjudged });
  const upTo = getComparedUntil(when, model.entries, model.coverage.ratio);
  const byDoor = [...getAnswerValues(model.doors, metric)].map(([name, door]) => ({
    name,
    value: getPointValue(door.point),
    usual: door.usual,
    known: door.known,
  }));
  // A difference of a few people has no single cause worth naming.
  const isOfFew = figure.change?.people === true;
  const part = findMainContribution(
    { value, usual },
    isOfFew ? 'usual' : (figure.verdict ?? 'usual'),
    addsUp(known, byDoor) ? byDoor : [],
  );
  const sign = figure.verdict === 'less' ? '−' : '+';
  return (
    <Headline
      lead={[
        figure.verdict && t(`headline.people.${figure.verdict}`, { mode: filters.state.compare.mode }),
        t('headline.people.count', {
          count: value,
          people: markStrong(formatNumber(value, { locale, decimals: 0 }), whole),
          when,
        }),
        formatComparison(figure, filters.state.compare.mode, text, whole, upTo) ??
          formatTooFewSentence(tooFew, filters, text),
        model.heading &&
          t('headline.people.heading', {
            heading: formatRoughly(model.heading.value, locale),
            usual: formatRoughly(model.heading.usual, locale),
            until: context.site.topology.openingHours.spans.length === 0 ? 'midnight' : 'closing',
          }),
      ]}
      why={[
        part &&
          t('headline.part', {
            name: markStrong(part.name),
            difference: markStrong(`${sign}${formatNumber(part.difference, { locale, decimals: 0 })}`, part.name),
          }),
        formatGap(model.coverage.ratio, text, whole, {
          of: 'counters',
          since: silentSince,
          silent: model.coverage.silent,
          now,
          today: filters.date,
          timezone: context.site.topology.timezone,
        }),
      ]}
      explain={(number) => explains && (() => explains.open(number === whole ? 'entries' : `doors:${number}`))}
    />
  );
}

/** Marks the total among the door names. A private-use character that no door name contains. */
const whole = '\ue003';
