import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { useText } from '../i18n/index.ts';
import { useZone } from '../organization/index.ts';
import { Button } from '../ui/form/index.ts';
import { Loading } from '../ui/loading/index.ts';
import { PageHeader } from '../ui/page/index.ts';
import styles from './audit-log.module.css';
import { type ChosenFilters, Filters, noFilters, toFilter } from './filters.tsx';
import { LogTable } from './log-table.tsx';
import { AuditLogDocument } from './operations.generated.ts';

const pageSize = 50;

/** Audit log, newest first, for administrators. */
export function AuditLogPage() {
  const { t } = useText();
  const [chosen, setChosen] = useState<ChosenFilters>(noFilters);
  const filter = toFilter(chosen, useZone());
  const { data, previousData, error, fetchMore, loading } = useQuery(AuditLogDocument, {
    variables: { first: pageSize, filter },
    fetchPolicy: 'cache-and-network',
  });
  const log = (data ?? previousData)?.auditLog;

  function older() {
    void fetchMore({
      variables: { after: log?.pageInfo.endCursor ?? null },
      updateQuery: (before, { fetchMoreResult: { auditLog } }) => ({
        auditLog: { ...auditLog, nodes: [...before.auditLog.nodes, ...auditLog.nodes] },
      }),
    }).catch(() => undefined);
  }

  return (
    <>
      <PageHeader title={t('audit.title')} status={log && t('audit.count', { count: log.count })} />
      <Filters chosen={chosen} onChange={setChosen} />
      {error !== undefined && log === undefined && <p className={styles.empty}>{t('audit.failed')}</p>}
      {log === undefined && error === undefined && <Loading className={styles.ghost} />}
      {log?.nodes.length === 0 && <p className={styles.empty}>{t('audit.none')}</p>}
      {log !== undefined && log.nodes.length > 0 && <LogTable entries={log.nodes} isBusy={loading} />}
      {log?.pageInfo.hasNextPage === true && (
        <div className={styles.more}>
          <Button aria-busy={loading} onClick={older}>
            {t('audit.older')}
          </Button>
        </div>
      )}
    </>
  );
}
