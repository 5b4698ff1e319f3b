import { useMutation, useQuery } from '@apollo/client/react';
import { contentLimits } from '@atrium/domain/pages/content';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { retryQuery } from '../../numbers/answers/index.ts';
import { useDates, useMayDo, useViewer } from '../../people/organization/index.ts';
import { Button } from '../../ui/form/button.tsx';
import { PageIcon } from '../../ui/icons/page-icon.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Menu, menuItem } from '../../ui/overlays/menu.tsx';
import { showToast } from '../../ui/overlays/toast-list.ts';
import { FullScreen } from '../../ui/page/full-screen.tsx';
import { Loading } from '../../ui/page/loading.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { rowLink } from '../../ui/table/row-link.ts';
import { type Column, Table } from '../../ui/table/table.tsx';
import { buildPageRows, type PageRow } from './list-rows.ts';
import { parseSeenView } from './new-content.ts';
import { NewPage, useOpenDraft } from './new-page.tsx';
import {
  BuiltDashboardsDocument,
  DeleteDashboardDocument,
  DiscardDashboardDraftDocument,
  DuplicateDashboardDocument,
} from './operations.generated.ts';
import styles from './pages.module.css';

/** Lists the organization's and the user's own pages, with links to the page builder. */
export function PagesPage() {
  const { t, locale } = useText();
  const mayEditShared = useMayDo('organizationDashboards');
  const { installationIds } = useViewer();
  const { data, error, refetch } = useQuery(BuiltDashboardsDocument, { fetchPolicy: 'cache-and-network' });
  const [isNew, setNew] = useState(false);
  const search = useSearch({ from: '/authenticated/settings/pages' });
  const navigate = useNavigate();
  const view = parseSeenView(search);
  const close = () => {
    setNew(false);
    if (view !== null) void navigate({ to: '/settings/pages', search: {}, replace: true });
  };
  const rows = data && buildPageRows(data, mayEditShared, locale, installationIds);
  return (
    <>
      <PageHeader
        title={t('drafts.title')}
        actions={
          <Button look="primary" icon="plus" onClick={() => setNew(true)}>
            {t('drafts.new')}
          </Button>
        }
      />
      {rows === undefined && error !== undefined && (
        <FullScreen
          title={t('drafts.failed')}
          actions={
            <Button icon="reload" onClick={() => void retryQuery(refetch)}>
              {t('app.tryAgain')}
            </Button>
          }
        />
      )}
      {rows === undefined && error === undefined && <Loading className={styles.ghost} />}
      {rows?.length === 0 && (
        <div className={styles.empty}>
          <p className={styles.emptyTitle}>{t('drafts.empty')}</p>
          <p>{t('drafts.emptyText')}</p>
        </div>
      )}
      {rows !== undefined && rows.length > 0 && <PageTable rows={rows} again={() => void retryQuery(refetch)} />}
      {(isNew || view !== null) && <NewPage mayShare={mayEditShared} view={view} onClose={close} />}
    </>
  );
}

/** Lists every page with its audience and whether it has unpublished changes. A click on a row opens it. */
function PageTable({ rows, again }: { rows: readonly PageRow[]; again: () => void }) {
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

function RowMenu({ row, again }: { row: PageRow; again: () => void }) {
  const { t } = useText();
  const open = useOpenDraft();
  const [deleteAction, setDeleteAction] = useState<DeleteAction | null>(null);
  const [copy] = useMutation(DuplicateDashboardDocument);
  const { name, url, dashboardId, draftId, mayEdit } = row;

  async function duplicate(id: number) {
    const variables = { dashboardId: id, name: t('drafts.copyName', { page: name }).slice(0, contentLimits.name) };
    const made = await copy({ variables }).catch(() => null);
    if (made?.data === undefined || made.data === null) return showToast('error', t('drafts.notDone'));
    await open({ dashboardId: null, draftId: made.data.duplicateDashboard.id });
  }

  return (
    <>
      <Menu label={t('drafts.more', { page: name })}>
        {(close) => {
          const item = (text: string, act: () => void) => (
            <button
              type="button"
              {...menuItem}
              onClick={() => {
                close();
                act();
              }}
            >
              {text}
            </button>
          );
          return (
            <>
              {url !== null && (
                <Link to={url} {...menuItem} onClick={close}>
                  {t('drafts.show')}
                </Link>
              )}
              {dashboardId !== null && item(t('drafts.duplicate'), () => void duplicate(dashboardId))}
              {mayEdit &&
                dashboardId !== null &&
                draftId !== null &&
                item(t('drafts.discard'), () => setDeleteAction('discard'))}
              {mayEdit && item(t('drafts.delete'), () => setDeleteAction('delete'))}
            </>
          );
        }}
      </Menu>
      {deleteAction !== null && (
        <DeleteDialog
          row={row}
          deleteAction={deleteAction}
          onClose={(isDone) => {
            setDeleteAction(null);
            if (isDone) again();
          }}
        />
      )}
    </>
  );
}

/** `discard` deletes only the unpublished draft. */
type DeleteAction = 'discard' | 'delete';

/** Confirms a permanent deletion and states what is deleted. */
function DeleteDialog({
  row: { name, dashboardId, draftId },
  deleteAction,
  onClose,
}: {
  row: PageRow;
  deleteAction: DeleteAction;
  onClose: (isDone: boolean) => void;
}) {
  const { t } = useText();
  const [discard, discarding] = useMutation(DiscardDashboardDraftDocument);
  const [remove, removing] = useMutation(DeleteDashboardDocument);
  const isDelete = deleteAction === 'delete';

  async function part() {
    const done =
      isDelete && dashboardId !== null
        ? await remove({ variables: { dashboardId } }).catch(() => null)
        : await discard({ variables: { draftId: draftId ?? 0 } }).catch(() => null);
    if (done?.data == null) return showToast('error', t('drafts.notDone'));
    if (isDelete) showToast('success', t('drafts.deleted', { page: name }));
    onClose(true);
  }

  return (
    <Dialog
      title={t(isDelete ? 'drafts.delete.title' : 'drafts.discard.title', { page: name })}
      text={t(isDelete ? (dashboardId === null ? 'drafts.delete.never' : 'drafts.delete.text') : 'drafts.discard.text')}
      onClose={() => onClose(false)}
      actions={
        <>
          <Button onClick={() => onClose(false)}>{t('app.cancel')}</Button>
          <Button look="primary" aria-busy={discarding.loading || removing.loading} onClick={() => void part()}>
            {t(isDelete ? 'drafts.delete' : 'drafts.discard')}
          </Button>
        </>
      }
    />
  );
}
