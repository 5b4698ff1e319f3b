import { formatClock } from '@atrium/domain/core/format';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { mayDo, useViewer } from '../../people/organization/index.ts';
import { Button } from '../../ui/form/button.tsx';
import { Switch } from '../../ui/form/switch.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Menu, menuItem } from '../../ui/overlays/menu.tsx';
import { showToast } from '../../ui/overlays/toast-list.ts';
import type { Column } from '../../ui/table/table.tsx';
import { formatDisplayNumber, formatWhen } from './display/figures.ts';
import { LimitCell } from './limit-cell.tsx';
import type { ScreenFragment } from './operations.generated.ts';
import styles from './screens.module.css';
import { Thumbnail } from './thumbnail.tsx';
import type { ScreenChanges } from './use-screen-changes.ts';

/** Returns the columns of the list of screens. */
export function useScreenColumns(changes: ScreenChanges): readonly Column<ScreenFragment>[] {
  const { t } = useText();
  return [
    { key: 'face', head: t('stopAndGo.head.face'), cell: (screen) => <Thumbnail screen={screen} /> },
    {
      key: 'screen',
      head: t('stopAndGo.head.screen'),
      isName: true,
      cell: ({ id, name }) => (
        <>
          <Link to="/stop-n-go/$screenId" params={{ screenId: String(id) }} className={styles.name}>
            {name}
          </Link>
          <span className={styles.second}>{t('stopAndGo.screenNumber', { id })}</span>
        </>
      ),
    },
    {
      key: 'site',
      head: t('stopAndGo.head.site'),
      cell: ({ site, event }) => (
        <>
          {site}
          <span className={styles.second}>{event}</span>
        </>
      ),
    },
    {
      key: 'inside',
      head: t('stopAndGo.head.inside'),
      cardHead: t('stopAndGo.head.inside'),
      cell: (screen) => <Inside screen={screen} />,
    },
    {
      key: 'limit',
      head: t('stopAndGo.head.limit'),
      cardHead: t('stopAndGo.head.limit'),
      cellClass: styles.limit,
      cell: (screen) => <LimitCell screen={screen} changes={changes} />,
    },
    { key: 'reading', head: t('stopAndGo.head.reading'), cell: (screen) => <Reading screen={screen} /> },
    {
      key: 'link',
      head: t('stopAndGo.head.link'),
      cell: ({ limit, path }) => limit !== null && <CopyLink path={path} />,
    },
    {
      key: 'status',
      head: t('stopAndGo.head.status'),
      cell: (screen) => <Turned screen={screen} changes={changes} />,
    },
    {
      key: 'more',
      cellClass: styles.menuCell,
      cell: (screen) => <ScreenMenu screen={screen} changes={changes} />,
    },
  ];
}

function Turned({ screen, changes }: { screen: ScreenFragment; changes: ScreenChanges }) {
  const { t } = useText();
  const isOn = screen.status === 'ACTIVE';
  return (
    <>
      <span className={styles.status}>
        <Switch
          label={t('stopAndGo.turn', { screen: screen.name })}
          isOn={isOn}
          disabled={screen.limit === null}
          onTurn={(enabled) => void changes.update(screen.id, { enabled })}
        />
        {t(isOn ? 'stopAndGo.active' : 'stopAndGo.inactive')}
      </span>
      <Since screen={screen} />
    </>
  );
}

function Since({ screen: { status, limit, switchedAt, timezone, at } }: { screen: ScreenFragment }) {
  const { t, language } = useText();
  if (status === 'ACTIVE') return null;
  const since = t('stopAndGo.since', { time: formatWhen(language, timezone, switchedAt, at) });
  return <span className={styles.second}>{limit === null ? t('stopAndGo.noLimitYet') : since}</span>;
}

function Inside({ screen: { face, inside, limit, lastInside, silentSince, timezone } }: { screen: ScreenFragment }) {
  const { t, language } = useText();
  const isKnown = (face === 'stop' || face === 'go') && inside !== null && limit !== null;
  if (isKnown)
    return (
      <>
        <span className={styles.figure}>
          <strong>{formatDisplayNumber(language, inside)}</strong>{' '}
          {t('stopAndGo.of', { limit: formatDisplayNumber(language, limit) })}
        </span>
        <meter className={styles.meter} min={0} max={limit} value={Math.min(inside, limit)} data-face={face}>
          {formatDisplayNumber(language, inside)}
        </meter>
      </>
    );
  const time = silentSince === null ? '' : formatClock(silentSince, timezone);
  return (
    <>
      <span>{'–'}</span>
      <span className={styles.second}>
        {face === 'closed' && t('stopAndGo.closedNow')}
        {face === 'askStaff' &&
          lastInside !== null &&
          t('stopAndGo.lastAt', { count: formatDisplayNumber(language, lastInside), time })}
      </span>
    </>
  );
}

function Reading({ screen: { face, silentSince, timezone } }: { screen: ScreenFragment }) {
  const { t } = useText();
  if (face === 'noLimit' || face === 'off') return <>{'–'}</>;
  if (face === 'closed') return <>{t('stopAndGo.closed')}</>;
  if (face !== 'askStaff')
    return (
      <span className={styles.live}>
        <i aria-hidden="true" />
        {t('stopAndGo.live')}
      </span>
    );
  return (
    <>
      {t('stopAndGo.noData')}
      {silentSince !== null && (
        <span className={styles.second}>{t('stopAndGo.since', { time: formatClock(silentSince, timezone) })}</span>
      )}
    </>
  );
}

function CopyLink({ path }: { path: string }) {
  const { t } = useText();
  const copy = () =>
    navigator.clipboard.writeText(new URL(path, location.origin).href).then(
      () => showToast('success', t('stopAndGo.copied')),
      () => showToast('error', t('stopAndGo.notCopied')),
    );
  return (
    <Button icon="link" look="quiet" onClick={() => void copy()}>
      {t('stopAndGo.copy')}
    </Button>
  );
}

/** Further actions on a screen. */
function ScreenMenu({ screen, changes }: { screen: ScreenFragment; changes: ScreenChanges }) {
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
