import { useQuery } from '@apollo/client/react';
import { useText } from '../../../i18n/index.ts';
import { retryQuery } from '../../../numbers/answers/index.ts';
import { useOpenAlertsChange } from '../live/index.ts';
import styles from './list.module.css';
import { FiringAlertsDocument } from './operations.generated.ts';

const pollMs = 30_000;

/** One sentence: which alerts need attention now. */
export function AlertSummary() {
  const { t, locale } = useText();
  const { data, refetch } = useQuery(FiringAlertsDocument, {
    fetchPolicy: 'cache-and-network',
    pollInterval: pollMs,
  });
  // A failed response leaves the last one, and polling goes on.
  useOpenAlertsChange(() => void retryQuery(refetch));
  if (data === undefined) return <p className={styles.answer} aria-hidden="true" />;
  const { count, nodes } = data.alertConnection;
  if (count === 0) return <p className={styles.answer}>{t('alerts.answer.quiet')}</p>;
  const which = nodes.map(({ name, installations }) =>
    t('alerts.answer.which', { alert: name, site: installations[0]?.name ?? '' }),
  );
  return (
    <p className={styles.answer}>
      <strong>{t('alerts.answer.firing', { count })}</strong>: {new Intl.ListFormat(locale).format(which)}
      {count > which.length ? '…' : '.'}
    </p>
  );
}
