import { isAuditAction } from '@atrium/domain/audit';
import { useText } from '../i18n/index.ts';
import { useDates } from '../organization/index.ts';
import { type Column, Table } from '../ui/table/index.ts';
import styles from './audit-log.module.css';
import { formatDetails } from './format-details.ts';
import { findKind, kindTexts } from './kinds.ts';
import type { AuditLogQuery } from './operations.generated.ts';

type Entry = AuditLogQuery['auditLog']['nodes'][number];

export function LogTable({ entries, isBusy }: { entries: readonly Entry[]; isBusy: boolean }) {
  const { t, locale } = useText();
  const { moment } = useDates();
  const columns: readonly Column<Entry>[] = [
    {
      key: 'when',
      head: t('audit.when'),
      cellClass: styles.when,
      cell: ({ at }) => (
        <time dateTime={new Date(at).toISOString()}>
          <bdi dir="ltr">{moment(at)}</bdi>
        </time>
      ),
    },
    {
      key: 'who',
      head: t('audit.who'),
      isName: true,
      cell: ({ actorName, actorUserId, address, viewAsName }) => (
        <>
          {actorName ?? t(getUnnamedActorLabel(actorUserId, address))}
          {viewAsName !== null && <span className={styles.meta}>{t('audit.asOther', { name: viewAsName })}</span>}
        </>
      ),
    },
    {
      key: 'kind',
      head: t('audit.filter.kind'),
      cellClass: styles.quiet,
      cell: ({ action }) => isAuditAction(action) && t(kindTexts[findKind(action)]),
    },
    {
      key: 'what',
      head: t('audit.what'),
      cell: ({ action, details }) => {
        const told = formatDetails(action, details as Readonly<Record<string, unknown>>, t, locale);
        return (
          <>
            {isAuditAction(action) ? t(`audit.action.${action}`) : action}
            {told !== '' && <span className={styles.meta}>{told}</span>}
          </>
        );
      },
    },
    {
      key: 'address',
      head: t('audit.address'),
      cellClass: styles.quiet,
      cell: ({ address }) => <bdi dir="ltr">{address ?? '–'}</bdi>,
    },
  ];
  return (
    <Table
      look="list"
      className={styles.table}
      columns={columns}
      rows={entries}
      keyOf={({ id }) => id}
      rowProps={({ address }) => ({ 'data-nowhere': address === null || undefined })}
      aria-busy={isBusy}
    />
  );
}

/** Label of an actor without a name: a former user, unknown, or the system. */
function getUnnamedActorLabel(actorUserId: number | null, address: string | null) {
  if (actorUserId !== null) return 'audit.gone' as const;
  return address === null ? ('audit.system' as const) : ('audit.nobody' as const);
}
