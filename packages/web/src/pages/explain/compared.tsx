import { formatDay, formatPercent } from '@atrium/domain/core/format';
import { useId } from 'react';
import { BulletBar, getKnownValue } from '../../charts/index.ts';
import { type MessageId, type Text, useText } from '../../i18n/index.ts';
import { type PlainCell, Table } from '../../ui/table/table.tsx';
import { formatTooFew } from '../filters/filter-texts.ts';
import styles from './explain.module.css';
import type { Explained } from './explained.ts';
import { formatSpan } from './explained.ts';
import type { Earlier, Explanation } from './use-explained.ts';

/** Lists the values a number is compared with, those skipped and why, and their mean. */
export function Compared({
  explained,
  explanation,
}: {
  readonly explained: Explained;
  readonly explanation: Explanation;
}) {
  const text = useText();
  const { t, locale } = text;
  const id = useId();
  const { earlier, usual, known, point, tooFew, coverage } = explanation;
  if (earlier.length === 0) return null;
  // If only a part is comparable, the totals of both sides cover that part.
  const value = getKnownValue(point);
  const isPart = known !== null && value !== null && Math.abs(known.value - value) > 1e-9 * Math.abs(value);
  const used = earlier.filter(({ value }) => value !== null);
  const isMean = used.length > 1 && !isPart && used.every(isWhole) && isMeanOf(usual, used);
  const isLeftOut = isPart || (coverage.ratio !== null && coverage.ratio < 0.9995 && !isMeanOf(usual, used));
  const { timezone } = explained.calendar;
  const sum = (word: MessageId, amount: number | null): readonly PlainCell[] => [
    { key: word, content: t(word), span: 2, isName: true },
    { key: 'amount', content: explained.format(amount), className: styles.amount },
  ];
  const highest = Math.max(1e-9, ...used.map(({ value }) => value ?? 0));
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h3 id={id} className={styles.partTitle}>
        {t('explain.comparedWith')}
      </h3>
      <Table
        className={styles.rows}
        columns={[
          {
            key: 'when',
            isName: true,
            cell: (each) => (
              <>
                <bdi dir="ltr">{formatSpan(each.span, timezone, text)}</bdi>
                <Why earlier={each} />
              </>
            ),
          },
          {
            key: 'bar',
            className: styles.bar,
            cell: ({ value }) => value !== null && <BulletBar share={value / highest} tone="reference" />,
          },
          { key: 'amount', className: styles.amount, cell: ({ value }) => explained.format(value) },
        ]}
        rows={earlier}
        keyOf={({ span }) => span.from}
        foot={[
          ...(known === null || !isPart
            ? []
            : [sum('explain.known', known.usual), sum('explain.nowKnown', known.value)]),
          ...(usual === null ? [] : [sum(isPart ? 'explain.usual' : isMean ? 'explain.mean' : 'explain.known', usual)]),
        ]}
      />
      {tooFew !== null && <p className={styles.note}>{formatTooFew(tooFew, { t, locale })}</p>}
      {usual === null && used.length < 2 && explained.mode === 'USUAL' && (
        <p className={styles.note}>{t('explain.fewerThanTwo')}</p>
      )}
      {usual !== null && isLeftOut && <p className={styles.note}>{t('explain.leftOut')}</p>}
    </section>
  );
}

/** Silent time is excluded from the usual value but not from the rows, so it may not be their mean. */
function isMeanOf(usual: number | null, used: readonly Earlier[]): boolean {
  if (usual === null || used.length === 0) return false;
  const mean = used.reduce((sum, { value }) => sum + (value ?? 0), 0) / used.length;
  return Math.abs(mean - usual) <= 0.001 * Math.max(1, Math.abs(usual));
}

/** Whether the earlier value is complete. */
function isWhole({ days, reported }: Earlier): boolean {
  return days.used === days.all && (reported === null || reported >= 0.9995);
}

/** States which days of an earlier span are skipped, and why. */
function Why({ earlier }: { readonly earlier: Earlier }) {
  const text = useText();
  const words = whyWords(earlier, text);
  return words.length === 0 ? null : <span className={styles.under}>{words.join(' · ')}</span>;
}

function whyWords(earlier: Earlier, text: Text): readonly string[] {
  const { t, locale } = text;
  const { days, passedOver, value, reported } = earlier;
  const [first, ...more] = passedOver;
  if (days.used === 0 && first !== undefined && more.length === 0)
    return [t('explain.notUsed', { why: t(`explain.why.${first.why}`) })];
  const names = (why: Earlier['passedOver'][number]['why']) =>
    passedOver.filter((each) => each.why === why).map(({ day }) => formatDay(day, text));
  const list = new Intl.ListFormat(locale, { style: 'narrow', type: 'unit' });
  const reasons = (['closed', 'otherHours'] as const).flatMap((why) => {
    const days = names(why);
    return days.length === 0 ? [] : [`${t(`explain.why.${why}`)}: ${list.format(days)}`];
  });
  const enough = names('enough').length > 0 ? [t('explain.why.enough')] : [];
  return [
    ...(days.used < days.all ? [t('explain.ofDays', { used: days.used, all: days.all })] : []),
    ...reasons,
    ...enough,
    ...(value === null && days.used > 0 ? [t('explain.notUsed', { why: t('explain.why.silent') })] : []),
    ...(value !== null && reported !== null && reported < 0.9995
      ? [t('explain.reportedPart', { share: formatPercent(reported * 100, { locale, decimals: 1 }) })]
      : []),
  ];
}
