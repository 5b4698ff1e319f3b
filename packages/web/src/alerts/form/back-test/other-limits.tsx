import type { AlertCondition } from '@atrium/domain/alerts';
import { useText } from '../../../i18n/index.ts';
import { lengthText, metricText } from '../../words/index.ts';
import styles from './back-test.module.css';
import type { Preview } from './use-preview.ts';

/** How often it would have fired at limits beside its own. A lower one may fire less often, for longer. */
export function OtherLimits({ preview, condition }: { preview: Preview; condition: AlertCondition }) {
  const text = useText();
  const { t } = text;
  const own = condition.value ?? condition.max ?? condition.min;
  const most = Math.max(1, ...preview.otherLimits.map(({ times }) => times));
  return (
    <table className={styles.limits}>
      <caption className={styles.title}>
        {t('alertForm.test.limits')} <span className={styles.when}>{t('alertForm.test.limits.head')}</span>
      </caption>
      <tbody>
        {preview.otherLimits.map(({ limit, times, meanLength }) => (
          <tr key={limit} data-own={limit === own}>
            <th scope="row">{metricText(limit, preview.metric, text)}</th>
            <td className={styles.share}>
              <span style={{ inlineSize: `${(times / most) * 100}%` }} />
            </td>
            <td>{times}</td>
            <td>{meanLength == null ? '–' : lengthText(meanLength, text)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
