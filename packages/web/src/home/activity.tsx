import { useQuery } from '@apollo/client/react';
import { useText } from '../i18n/index.ts';
import { useDates } from '../organization/index.ts';
import { Button } from '../ui/form/index.ts';
import { formatActivity } from './format-activity.ts';
import styles from './home.module.css';
import { HomeActivityDocument } from './operations.generated.ts';

const pageSize = 10;

/** Activity of the organization, newest first, with paging. */
export function Activity() {
  const { t } = useText();
  const { moment } = useDates();
  const { data, error, fetchMore, loading } = useQuery(HomeActivityDocument, {
    variables: { first: pageSize },
    fetchPolicy: 'network-only',
  });
  const log = data?.activityLog;

  function older() {
    void fetchMore({
      variables: { after: log?.pageInfo.endCursor ?? null },
      updateQuery: (before, { fetchMoreResult: { activityLog } }) => ({
        activityLog: { ...activityLog, nodes: [...before.activityLog.nodes, ...activityLog.nodes] },
      }),
    }).catch(() => undefined);
  }

  return (
    <section className={styles.panel} aria-labelledby="home-activity">
      <h2 id="home-activity" className={styles.heading}>
        {t('home.activity')}
      </h2>
      {error !== undefined && log === undefined && <p className={styles.quiet}>{t('home.activity.failed')}</p>}
      {log?.nodes.length === 0 && <p className={styles.quiet}>{t('home.activity.none')}</p>}
      <ol className={styles.log} aria-busy={loading}>
        {log?.nodes.map((entry) => (
          <li key={entry.id} className={styles.entry}>
            <span>{formatActivity(t, entry)}</span>
            <time className={styles.when} dateTime={new Date(entry.at).toISOString()}>
              <bdi dir="ltr">{moment(entry.at)}</bdi>
            </time>
          </li>
        ))}
      </ol>
      {log?.pageInfo.hasNextPage === true && (
        <Button look="quiet" onClick={older}>
          {t('home.activity.older')}
        </Button>
      )}
    </section>
  );
}
