import type { AlertCondition } from '@atrium/domain/alerts';
import { useText } from '../../../i18n/index.ts';
import { Table } from '../../../ui/table/index.ts';
import { formatLength, formatMetric } from '../../words/index.ts';
import styles from './back-test.module.css';
import type { Preview } from './use-preview.ts';

/** How often it would have fired at other limits. A lower limit may fire less often, for longer. */
export function OtherLimits({ preview, condition }: { preview: Preview; condition: AlertCondition }) {
  const text = useText();
  const { t } = text;
  const own = condition.value ?? condition.max ?? condition.min;
  const most = Math.max(1, ...preview.otherLimits.map(({ times }) => times));
  return (
    <Table
      className={styles.limits}
      caption={
        <span className={styles.title}>
          {t('alertForm.test.limits')} <span className={styles.when}>{t('alertForm.test.limits.head')}</span>
        </span>
      }
      columns={[
        { key: 'limit', isName: true, cell: ({ limit }) => formatMetric(limit, preview.metric, text) },
        {
          key: 'share',
          className: styles.share,
          cell: ({ times }) => <span style={{ inlineSize: `${(times / most) * 100}%` }} />,
        },
        { key: 'times', cell: ({ times }) => times },
        {
          key: 'length',
          cell: ({ meanLength }) => (meanLength == null ? '–' : formatLength(meanLength, text)),
        },
      ]}
      rows={preview.otherLimits}
      keyOf={({ limit }) => limit}
      rowProps={({ limit }) => ({ 'data-own': limit === own })}
    />
  );
}
