import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useText } from '../../../i18n/index.ts';
import { mayDo, useViewer } from '../../../people/organization/index.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { Menu, menuItem } from '../../../ui/overlays/menu.tsx';
import type { AlertRowFragment } from './operations.generated.ts';
import type { AlertChanges } from './use-alert-changes.ts';

/** Further actions on an alert that the viewer may perform. */
export function RowMenu({ alert, changes }: { alert: AlertRowFragment; changes: AlertChanges }) {
  const { t } = useText();
  const viewer = useViewer();
  const [isAsking, setAsking] = useState(false);
  const may = {
    edit: mayDo(viewer, 'updateAlert'),
    create: mayDo(viewer, 'newAlert'),
    remove: mayDo(viewer, 'deleteAlert'),
  };
  if (!may.edit && !may.create && !may.remove) return null;
  const isMuted = alert.mutedUntil != null;
  return (
    <>
      <Menu label={t('alerts.more', { alert: alert.name })}>
        {(close) => (
          <>
            {may.edit && (
              <Link to="/alerts/$alertId" params={{ alertId: String(alert.id) }} {...menuItem}>
                {t('alerts.edit')}
              </Link>
            )}
            {may.create && (
              <Link to="/alerts/new-alert" search={{ like: alert.id }} {...menuItem}>
                {t('alerts.duplicate')}
              </Link>
            )}
            {may.edit && (
              <button
                type="button"
                {...menuItem}
                onClick={() => {
                  close();
                  changes.mute(alert, !isMuted);
                }}
              >
                {t(isMuted ? 'alerts.unmute' : 'alerts.mute')}
              </button>
            )}
            {may.remove && (
              <button
                type="button"
                {...menuItem}
                onClick={() => {
                  close();
                  setAsking(true);
                }}
              >
                {t('alerts.delete')}
              </button>
            )}
          </>
        )}
      </Menu>
      {isAsking && (
        <Dialog
          title={t('alerts.delete.question', { alert: alert.name })}
          text={t('alerts.delete.text')}
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button onClick={() => setAsking(false)}>{t('alerts.cancel')}</Button>
              <Button look="primary" onClick={() => void changes.remove(alert).then(() => setAsking(false))}>
                {t('alerts.delete')}
              </Button>
            </>
          }
        />
      )}
    </>
  );
}
