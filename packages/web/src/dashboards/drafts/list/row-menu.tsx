import { useMutation } from '@apollo/client/react';
import { contentLimits } from '@atrium/domain/dashboards/pages';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useText } from '../../../i18n/index.ts';
import { Menu, menuItem } from '../../../ui/menu/index.ts';
import { showToast } from '../../../ui/toasts/index.ts';
import { DuplicateDashboardDocument } from '../operations.generated.ts';
import { type DeleteAction, DeleteDialog } from './delete-dialog.tsx';
import type { PageRow } from './list-rows.ts';
import { useOpenDraft } from './use-open-draft.ts';

export function RowMenu({ row, again }: { row: PageRow; again: () => void }) {
  const { t } = useText();
  const open = useOpenDraft();
  const [parting, setParting] = useState<DeleteAction | null>(null);
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
                item(t('drafts.discard'), () => setParting('discard'))}
              {mayEdit && item(t('drafts.delete'), () => setParting('delete'))}
            </>
          );
        }}
      </Menu>
      {parting !== null && (
        <DeleteDialog
          row={row}
          parting={parting}
          onClose={(isDone) => {
            setParting(null);
            if (isDone) again();
          }}
        />
      )}
    </>
  );
}
