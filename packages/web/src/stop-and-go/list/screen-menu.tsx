import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { mayDo, useViewer } from '../../organization/index.ts';
import { Dialog } from '../../ui/dialog/index.ts';
import { Button } from '../../ui/form/index.ts';
import { Menu, menuItem } from '../../ui/menu/index.ts';
import type { ScreenFragment } from '../screen/operations.generated.ts';
import type { ScreenChanges } from './use-screen-changes.ts';

/** Further actions on a screen. */
export function ScreenMenu({ screen, changes }: { screen: ScreenFragment; changes: ScreenChanges }) {
  const { t } = useText();
  const mayRemove = mayDo(useViewer(), 'deleteStopAndGoScreen');
  const [asking, setAsking] = useState<'renew' | 'delete' | null>(null);
  const { id, name } = screen;
  return (
    <>
      <Menu label={t('stopAndGo.more', { screen: name })}>
        {(close) => {
          const ask = (what: 'renew' | 'delete') => () => {
            close();
            setAsking(what);
          };
          return (
            <>
              <a href={screen.path} target="_blank" rel="noreferrer" {...menuItem} onClick={close}>
                {t('stopAndGo.open')}
              </a>
              <Link to="/stop-n-go/$screenId" params={{ screenId: String(id) }} {...menuItem}>
                {t('stopAndGo.staff')}
              </Link>
              <button type="button" {...menuItem} onClick={ask('renew')}>
                {t('stopAndGo.renew')}
              </button>
              {mayRemove && (
                <button type="button" {...menuItem} onClick={ask('delete')}>
                  {t('stopAndGo.delete')}
                </button>
              )}
            </>
          );
        }}
      </Menu>
      {asking !== null && (
        <Dialog
          title={t(`stopAndGo.${asking}.question`, { screen: name })}
          text={t(`stopAndGo.${asking}.text`)}
          onClose={() => setAsking(null)}
          actions={
            <>
              <Button onClick={() => setAsking(null)}>{t('stopAndGo.cancel')}</Button>
              <Button
                look="primary"
                onClick={() =>
                  void (asking === 'renew' ? changes.renew(id) : changes.remove(id)).then(() => setAsking(null))
                }
              >
                {t(`stopAndGo.${asking}`)}
              </Button>
            </>
          }
        />
      )}
    </>
  );
}
