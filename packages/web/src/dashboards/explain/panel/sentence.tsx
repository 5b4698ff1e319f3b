import { Fragment } from 'react';
import type { MessageId } from '../../../i18n/index.ts';
import { useText } from '../../../i18n/index.ts';
import { getMetricHelp } from '../../words/metric-help.ts';
import type { Explained } from '../number/explained.ts';
import { formatSpan } from '../number/format-span.ts';
import styles from './explain.module.css';

/** Aggregations that change the meaning of a number. */
const namedAggregations: readonly string[] = ['MIN', 'MAX', 'AVERAGE', 'FIRST', 'LAST', 'MEDIAN'];

/** Maximum number of a mean's spans that are listed, the newest ones. */
const maxSpans = 4;

/** States what the number means, how it is computed, and over which time. */
export function Sentence({ explained, now }: { readonly explained: Explained; readonly now: number }) {
  const text = useText();
  const { t } = text;
  const { metric, query, calendar, span, among } = explained;
  const how = namedAggregations.find((word) => word === query.aggregation);
  const until = Math.min(span.to, Math.max(now, span.from));
  const stretches = among.length > 0 ? among.slice(-maxSpans) : [{ from: span.from, to: until }];
  const rest = among.length - stretches.length;
  // A whole day starts at its beginning, even if only some hours of it count.
  const { openingOnly, from, to } = query.hours ?? {};
  const hours = openingOnly ? t('explain.openHours') : from && to ? `\u2066${from}–${to}\u2069` : null;
  return (
    <>
      <p className={styles.sentence}>
        {getMetricHelp(metric.id, t)}{' '}
        {stretches.map((stretch, place) => (
          <Fragment key={stretch.from}>
            {place > 0 && ' · '}
            <strong>
              <bdi dir="ltr">{formatSpan(stretch, calendar.timezone, text)}</bdi>
            </strong>
          </Fragment>
        ))}
        {hours && ` · ${hours}`}
        {rest > 0 && ` · ${t('explain.others', { count: rest })}`}
      </p>
      <p className={styles.formula}>
        {t(`explain.formula.${metric.kind}` as MessageId)}
        {how && ` ${t(`explain.how.${how}` as MessageId)}`}
      </p>
    </>
  );
}
