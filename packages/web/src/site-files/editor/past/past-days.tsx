import { formatDate, formatNumber } from '@atrium/domain/core/format';
import { useText } from '../../../i18n/index.ts';
import styles from './past.module.css';
import type { PastZone } from './past-zone.ts';

/** Every day of a zone in figures, for whoever wants to see them. */
export function PastDays({ zone: { name, days } }: { zone: PastZone }) {
  const text = useText();
  const { t, locale } = text;
  const number = (value: number | null) =>
    value === null ? t('setUp.past.unknown') : formatNumber(value, { locale, decimals: 0 });
  return (
    <details className={styles.days}>
      <summary>{t('setUp.past.everyDay')}</summary>
      <table>
        <caption className="visually-hidden">{name}</caption>
        <thead>
          <tr>
            <th scope="col">{t('setUp.date')}</th>
            <th scope="col">{t('setUp.past.now')}</th>
            <th scope="col">{t('setUp.past.then')}</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ date, before, after }) => (
            <tr key={date} data-changes={before !== after || undefined}>
              <th scope="row">
                <bdi>{formatDate(date, text)}</bdi>
              </th>
              <td>{number(before)}</td>
              <td>{number(after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
