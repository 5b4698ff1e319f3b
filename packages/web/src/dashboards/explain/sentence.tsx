import type { MessageId } from '../../i18n/index.ts';
import { useText } from '../../i18n/index.ts';
import styles from './explain.module.css';
import type { Explained } from './explained.ts';
import { stretchWord } from './stretch-word.ts';

/** Ways of taking one number from several that change what it means. */
const told: readonly string[] = ['MIN', 'MAX', 'AVERAGE', 'FIRST', 'LAST', 'MEDIAN'];

/** What the number means, how it is computed, and over which time. */
export function Sentence({ explained, now }: { readonly explained: Explained; readonly now: number }) {
  const { say, locale } = useText();
  const { metric, query, site, span } = explained;
  const how = told.find((word) => word === query.aggregation);
  const until = Math.min(span.to, Math.max(now, span.from));
  return (
    <>
      <p className={styles.sentence}>
        {say(`metric.${metric.id}.help` as MessageId)}{' '}
        <strong>
          <bdi dir="ltr">{stretchWord({ from: span.from, to: until }, site.topology.timezone, locale)}</bdi>
        </strong>
      </p>
      <p className={styles.formula}>
        {say(`explain.formula.${metric.kind}` as MessageId)}
        {how && ` ${say(`explain.how.${how}` as MessageId)}`}
      </p>
    </>
  );
}
