import { dateAt } from '@atrium/domain/core';
import { formatClock, formatDay } from '@atrium/domain/core/format';
import { useId } from 'react';
import { amountOf, BulletBar } from '../../charts/index.ts';
import { useText } from '../../i18n/index.ts';
import { tooFewWord } from '../filters/filter-words.ts';
import styles from './explain.module.css';
import type { Explained } from './explained.ts';
import { stretchWord } from './stretch-word.ts';
import type { Explanation } from './use-explained.ts';

/** The numbers it is compared with, one by one, and what became of them. */
export function Compared({
  explained,
  explanation,
}: {
  readonly explained: Explained;
  readonly explanation: Explanation;
}) {
  const text = useText();
  const { say, locale } = text;
  const id = useId();
  const { earlier, usual, compared, point, tooFew } = explanation;
  if (earlier.length === 0 || (usual === null && tooFew === null)) return null;
  // Where something is left out, both sides are told over the rest.
  const isPart = compared !== null && compared !== amountOf(point);
  const { timezone } = explained.calendar;
  const highest = Math.max(1e-9, ...earlier.map(({ value }) => value ?? 0));
  const named = ({ from, to }: Explanation['earlier'][number]['span']) =>
    dateAt(timezone, from) === dateAt(timezone, to - 1)
      ? `${formatDay(dateAt(timezone, from), text)}, ${formatClock(from, timezone)}–${formatClock(to, timezone)}`
      : stretchWord({ from, to }, timezone, text);
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h3 id={id} className={styles.partTitle}>
        {say('explain.comparedWith')}
      </h3>
      <table className={styles.rows}>
        <tbody>
          {earlier.map(({ span, value }) => (
            <tr key={span.from}>
              <th scope="row">
                <bdi dir="ltr">{named(span)}</bdi>
              </th>
              <td className={styles.bar}>{value !== null && <BulletBar share={value / highest} tone="ref" />}</td>
              <td className={styles.amount}>{explained.format(value)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              {say(earlier.length > 1 && !isPart ? 'explain.mean' : 'explain.known')}
            </th>
            <td className={styles.amount}>{explained.format(usual)}</td>
          </tr>
          {isPart && (
            <tr>
              <th scope="row" colSpan={2}>
                {say('explain.nowKnown')}
              </th>
              <td className={styles.amount}>{explained.format(compared)}</td>
            </tr>
          )}
        </tfoot>
      </table>
      {tooFew !== null && <p className={styles.note}>{tooFewWord(tooFew, { say, locale })}</p>}
      {isPart && <p className={styles.note}>{say('explain.leftOut')}</p>}
    </section>
  );
}
