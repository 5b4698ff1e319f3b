import { useText } from '../../../i18n/index.ts';
import { useDates } from '../../../organization/index.ts';
import { PageIcon } from '../../../ui/icons/page-icon.tsx';
import { type Column, rowLink, Table } from '../../../ui/table/index.ts';
import type { PageRow } from './list-rows.ts';
import styles from './pages.module.css';
import { RowMenu } from './row-menu.tsx';
import { useOpenDraft } from './use-open-draft.ts';

/** Lists every page with its audience and whether it has unpublished changes. A click on a row opens it. */
export function PageTable({ rows, again }: { rows: readonly PageRow[]; again: () => void }) {
  const { t } = useText();
  const { date } = useDates();
  const open = useOpenDraft();
  const columns: readonly Column<PageRow>[] = [
    {
      key: 'name',
      head: t('drafts.name'),
      isName: true,
      cell: (row) => (
        <span className={styles.titled}>
          <PageIcon name={row.icon} />
          {row.mayEdit ? (
            <button type="button" className={styles.open} {...rowLink} onClick={() => void open(row)}>
              {row.name}
            </button>
          ) : (
            <span className={styles.name}>{row.name}</span>
          )}
        </span>
      ),
    },
    {
      key: 'whose',
      head: t('drafts.whose'),
      cell: ({ isOwn }) => t(isOwn ? 'drafts.whose.own' : 'drafts.whose.organization'),
    },
    {
      key: 'state',
      head: t('drafts.state'),
      cell: (row) => (
        <span className={styles.state} data-state={stateOf(row)}>
          {t(`drafts.state.${stateOf(row)}`)}
        </span>
      ),
    },
    {
      key: 'changed',
      head: t('drafts.changed'),
      cell: ({ changedAt }) =>
        changedAt !== null && <time dateTime={new Date(changedAt).toISOString()}>{date(changedAt)}</time>,
    },
    {
      key: 'more',
      head: t('drafts.more', { page: '' }),
      isHeadHidden: true,
      cellClass: styles.end,
      cell: (row) => <RowMenu row={row} again={again} />,
    },
  ];
  return (
    <Table
      look="list"
      className={styles.table}
      columns={columns}
      rows={rows}
      keyOf={({ key }) => key}
      rowProps={() => ({ className: styles.row })}
    />
  );
}

function stateOf({ mayEdit, dashboardId, draftId }: PageRow) {
  if (!mayEdit) return 'readOnly';
  if (dashboardId === null) return 'never';
  return draftId === null ? 'published' : 'changed';
}
