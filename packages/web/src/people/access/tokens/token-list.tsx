import { useApolloClient, useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { isolateText, useText } from '../../../i18n/index.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { Menu, menuItem } from '../../../ui/overlays/menu.tsx';
import { showToast } from '../../../ui/overlays/toast-list.ts';
import { type Column, Table } from '../../../ui/table/table.tsx';
import { useDates } from '../../organization/index.ts';
import { findExample } from './examples.ts';
import type { ShownToken } from './new-token.tsx';
import {
  IngestKeysDocument,
  type IngestKeysQuery,
  RenewIngestKeyDocument,
  RevokeIngestKeyDocument,
} from './operations.generated.ts';
import { listPermissions } from './permissions.ts';
import styles from './tokens.module.css';

type Token = IngestKeysQuery['allIngestKeys'][number];
type Sites = IngestKeysQuery['allInstallations'];

/** A token that expires sooner is marked. */
const soonMs = 14 * 86_400_000;

/** All tokens that are not revoked, with their menus. */
export function TokenList({
  tokens,
  sites,
  onRenewed,
}: {
  tokens: readonly Token[];
  sites: Sites;
  onRenewed: (token: ShownToken) => void;
}) {
  const { t } = useText();
  const { date, moment } = useDates();
  const [asked, setAsked] = useState<{ readonly action: 'renew' | 'revoke'; readonly token: Token } | null>(null);
  const columns: readonly Column<Token>[] = [
    {
      key: 'name',
      head: t('setUp.field.name'),
      isName: true,
      cell: ({ name, publicId }) => (
        <>
          <span className={styles.name}>{name}</span>
          <bdi className={styles.faint}>{publicId}</bdi>
        </>
      ),
    },
    {
      key: 'may',
      head: t('setUp.tokens.may'),
      cell: ({ scopes, installationIds }) => (
        <>
          {listPermissions(scopes)
            .map((permission) => t(`setUp.tokens.may.${permission}`))
            .join(', ')}
          <span className={styles.faint}>{describeSites(installationIds)}</span>
        </>
      ),
    },
    {
      key: 'expires',
      head: t('setUp.tokens.expires'),
      cardHead: t('setUp.tokens.expires'),
      cell: ({ expiresAt }) => (
        <span className={expiresAt === null || expiresAt - Date.now() < soonMs ? styles.soon : undefined}>
          {describeExpiry(expiresAt)}
        </span>
      ),
    },
    {
      key: 'lastUsed',
      head: t('setUp.tokens.lastUsed'),
      cardHead: t('setUp.tokens.lastUsed'),
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? t('setUp.tokens.notUsed') : moment(lastUsedAt)),
    },
    {
      key: 'more',
      cellClass: styles.act,
      cell: (token) => (
        <Menu label={t('setUp.tokens.more', { name: isolateText(token.name) })}>
          {(close) =>
            (['renew', 'revoke'] as const).map((action) => (
              <button
                key={action}
                type="button"
                {...menuItem}
                onClick={() => {
                  close();
                  setAsked({ action, token });
                }}
              >
                {t(`setUp.tokens.${action}`)}
              </button>
            ))
          }
        </Menu>
      ),
    },
  ];

  function describeSites(ids: readonly number[] | null | undefined): string {
    if (ids == null) return t('setUp.tokens.allSites');
    const [only] = ids;
    return ids.length === 1
      ? (sites.find(({ id }) => id === only)?.name ?? '')
      : t('setUp.tokens.sites', { count: ids.length });
  }

  function describeExpiry(at: number | null): string {
    if (at === null) return t('setUp.tokens.never');
    return at <= Date.now() ? t('setUp.tokens.expired') : date(at);
  }

  return (
    <>
      <Table
        className={styles.table}
        columns={columns}
        rows={tokens}
        keyOf={({ publicId }) => publicId}
        scroll={{ 'aria-label': t('setUp.tokens.title') }}
      />
      {asked !== null && <ActionDialog {...asked} onRenewed={onRenewed} onClose={() => setAsked(null)} />}
    </>
  );
}

function ActionDialog({
  action,
  token: { name, publicId, scopes },
  onRenewed,
  onClose,
}: {
  action: 'renew' | 'revoke';
  token: Token;
  onRenewed: (token: ShownToken) => void;
  onClose: () => void;
}) {
  const { t } = useText();
  const client = useApolloClient();
  const [renew, renewing] = useMutation(RenewIngestKeyDocument);
  const [revoke, revoking] = useMutation(RevokeIngestKeyDocument);

  async function confirm() {
    try {
      if (action === 'renew') {
        const { data } = await renew({ variables: { publicId } });
        if (data != null) onRenewed({ name, secret: data.renewIngestKey.secret, example: findExample(scopes) });
      } else {
        await revoke({ variables: { publicId } });
        showToast('success', t('setUp.tokens.revoked'));
      }
    } catch {
      showToast('error', t('setUp.notSaved'));
    }
    await client.refetchQueries({ include: [IngestKeysDocument] }).catch(() => {});
    onClose();
  }

  return (
    <Dialog
      title={t(`setUp.tokens.${action}Question`, { name: isolateText(name) })}
      text={t(`setUp.tokens.${action}Text`)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('app.cancel')}</Button>
          <Button look="primary" aria-busy={renewing.loading || revoking.loading} onClick={() => void confirm()}>
            {t(`setUp.tokens.${action}`)}
          </Button>
        </>
      }
    />
  );
}
