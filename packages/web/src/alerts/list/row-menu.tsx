import { Link } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { mayDo, useViewer } from '../../organization/index.ts';
import { Dialog } from '../../ui/dialog/index.ts';
import { Button, IconButton } from '../../ui/form/index.ts';
import styles from './list.module.css';
import type { AlertRowFragment } from './operations.generated.ts';
import type { AlertChanges } from './use-alert-changes.ts';

/** What else can be done to an alert, as far as the viewer may. */
export function RowMenu({ alert, changes }: { alert: AlertRowFragment; changes: AlertChanges }) {
  const { t } = useText();
  const viewer = useViewer();
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const may = {
    edit: mayDo(viewer, 'updateAlert'),
    create: mayDo(viewer, 'newAlert'),
    remove: mayDo(viewer, 'deleteAlert'),
  };
  useCloseBeside(place, isOpen, () => setOpen(false));
  if (!may.edit && !may.create && !may.remove) return null;
  const isMuted = alert.mutedUntil != null;
  const done = (work: () => void) => () => {
    setOpen(false);
    work();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape belongs to the menu as a whole, wherever focus is inside
    <div ref={place} className={styles.menuPlace} onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}>
      <IconButton
        icon="more"
        label={t('alerts.more', { alert: alert.name })}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && (
        <div id={id} className={styles.menu}>
          {may.edit && (
            <Link to="/alerts/$alertId" params={{ alertId: String(alert.id) }} className={styles.item}>
              {t('alerts.edit')}
            </Link>
          )}
          {may.create && (
            <Link to="/alerts/new-alert" search={{ like: alert.id }} className={styles.item}>
              {t('alerts.duplicate')}
            </Link>
          )}
          {may.edit && (
            <button type="button" className={styles.item} onClick={done(() => changes.mute(alert, !isMuted))}>
              {t(isMuted ? 'alerts.unmute' : 'alerts.mute')}
            </button>
          )}
          {may.remove && (
            <button type="button" className={styles.item} onClick={done(() => setAsking(true))}>
              {t('alerts.delete')}
            </button>
          )}
        </div>
      )}
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
    </div>
  );
}

function useCloseBeside(place: React.RefObject<HTMLElement | null>, isOpen: boolean, close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!isOpen) return;
    const beside = (event: PointerEvent) => {
      if (!place.current?.contains(event.target as Node)) latest.current();
    };
    document.addEventListener('pointerdown', beside);
    return () => document.removeEventListener('pointerdown', beside);
  }, [isOpen, place]);
}
