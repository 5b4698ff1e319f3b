import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { findErrorCode, retryQuery } from '../../numbers/answers/index.ts';
import { Button } from '../../ui/form/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Menu, menuItem } from '../../ui/overlays/menu.tsx';
import { showToast } from '../../ui/overlays/toast-list.ts';
import { LoadFailed, Loading } from '../../ui/page/loading.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { type Column, Table } from '../../ui/table/table.tsx';
import { formatMoment } from '../alerts/condition-text.ts';
import { KioskForm } from './kiosk-form.tsx';
import styles from './kiosks.module.css';
import {
  KioskPlacesDocument,
  type KioskPlacesQuery,
  type KioskRowFragment,
  KiosksDocument,
} from './operations.generated.ts';
import { type KioskChanges, useKioskChanges } from './use-kiosk-changes.ts';

/** Polling interval of the list, ms. Screens are seen once a minute. */
const pollMs = 30_000;

/** Unattended screens: their links, what they show, and when a screen last asked. */
export function KiosksPage() {
  const { t } = useText();
  const { data, error, refetch } = useQuery(KiosksDocument, {
    fetchPolicy: 'cache-and-network',
    pollInterval: pollMs,
  });
  const places = useQuery(KioskPlacesDocument, { fetchPolicy: 'cache-and-network' }).data?.allInstallations;
  const [edited, setEdited] = useState<KioskRowFragment | 'new' | null>(null);
  const changes = useKioskChanges();
  const columns = useColumns(changes, places ?? [], setEdited);
  const kiosks = data?.allKiosks;
  if (kiosks === undefined && error !== undefined)
    return <LoadFailed code={findErrorCode(error)} retry={() => void retryQuery(refetch)} />;
  return (
    <>
      <PageHeader
        title={t('kiosks.title')}
        actions={
          <Button look="primary" disabled={places === undefined} onClick={() => setEdited('new')}>
            {t('kiosks.new')}
          </Button>
        }
      />
      <p className={styles.note}>{t('kiosks.text')}</p>
      {kiosks === undefined && <Loading className={styles.ghost} />}
      {kiosks?.length === 0 && <p className={styles.note}>{t('kiosks.none')}</p>}
      {kiosks !== undefined && kiosks.length > 0 && (
        <Table look="list" columns={columns} rows={kiosks} keyOf={({ id }) => id} />
      )}
      {edited !== null && places !== undefined && (
        <KioskForm
          kiosk={edited === 'new' ? null : edited}
          places={places}
          changes={changes}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}

type Places = KioskPlacesQuery['allInstallations'];

function useColumns(
  changes: KioskChanges,
  places: Places,
  onEdit: (kiosk: KioskRowFragment) => void,
): readonly Column<KioskRowFragment>[] {
  const text = useText();
  const { t } = text;
  const siteOf = (id: number) => places.find((site) => site.id === id);
  return [
    {
      key: 'name',
      head: t('kiosks.name'),
      isName: true,
      cell: (kiosk) => (
        <button type="button" className={styles.name} onClick={() => onEdit(kiosk)}>
          {kiosk.name}
        </button>
      ),
    },
    {
      key: 'pages',
      head: t('kiosks.pages'),
      cardHead: t('kiosks.pages'),
      cell: ({ pages }) => [...new Set(pages.flatMap(({ installationId: id }) => siteOf(id)?.name ?? []))].join(', '),
    },
    {
      key: 'seen',
      head: t('kiosks.seen'),
      cardHead: t('kiosks.seen'),
      cell: ({ lastSeenAt, pages: [page] }) =>
        lastSeenAt == null ? (
          t('kiosks.never')
        ) : (
          <time dateTime={new Date(lastSeenAt).toISOString()}>
            <bdi>
              {formatMoment(lastSeenAt, siteOf(page?.installationId ?? 0)?.timezone ?? 'UTC', text, Date.now())}
            </bdi>
          </time>
        ),
    },
    { key: 'link', head: t('kiosks.link'), cell: ({ path }) => <CopyLink path={path} /> },
    { key: 'more', cell: (kiosk) => <KioskMenu kiosk={kiosk} changes={changes} onEdit={onEdit} /> },
  ];
}

function CopyLink({ path }: { readonly path: string }) {
  const { t } = useText();
  const copy = () =>
    navigator.clipboard.writeText(new URL(path, location.origin).href).then(
      () => showToast('success', t('kiosks.copied')),
      () => showToast('error', t('kiosks.toast.failed')),
    );
  return (
    <Button icon="copy" onClick={() => void copy()}>
      {t('kiosks.copy')}
    </Button>
  );
}

interface KioskMenuProps {
  readonly kiosk: KioskRowFragment;
  readonly changes: KioskChanges;
  readonly onEdit: (kiosk: KioskRowFragment) => void;
}

/** Further actions. Renewing and deleting void the link, so they ask first. */
function KioskMenu({ kiosk, changes, onEdit }: KioskMenuProps) {
  const { t } = useText();
  const [asked, setAsked] = useState<'renew' | 'remove' | null>(null);
  const { id, name, path } = kiosk;
  return (
    <>
      <Menu label={t('kiosks.more', { name })}>
        {(close) => (
          <>
            <a href={path} target="_blank" rel="noreferrer" {...menuItem}>
              {t('kiosks.open')}
            </a>
            <button
              type="button"
              {...menuItem}
              onClick={() => {
                close();
                onEdit(kiosk);
              }}
            >
              {t('kiosks.edit')}
            </button>
            {(['renew', 'remove'] as const).map((action) => (
              <button
                key={action}
                type="button"
                {...menuItem}
                onClick={() => {
                  close();
                  setAsked(action);
                }}
              >
                {t(`kiosks.${action}`)}
              </button>
            ))}
          </>
        )}
      </Menu>
      {asked !== null && (
        <Dialog
          title={t(`kiosks.${asked}.question`, { name })}
          text={t('kiosks.void')}
          onClose={() => setAsked(null)}
          actions={
            <>
              <Button onClick={() => setAsked(null)}>{t('app.cancel')}</Button>
              <Button look="primary" onClick={() => void changes[asked](id).then((isDone) => isDone && setAsked(null))}>
                {t(`kiosks.${asked}`)}
              </Button>
            </>
          }
        />
      )}
    </>
  );
}
