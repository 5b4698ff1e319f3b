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
  RenewIngestKeyDocument,
  RenewPersonalTokenDocument,
  RevokeIngestKeyDocument,
  RevokePersonalTokenDocument,
  TokensDocument,
  type TokensQuery,
} from './operations.generated.ts';
import { listPermissions } from './permissions.ts';
import { TokenForm } from './token-form.tsx';
import styles from './tokens.module.css';

type Token = TokensQuery['personalTokens'][number];
type Sites = TokensQuery['allInstallations'];

type Action = 'change' | 'renew' | 'revoke';

/** A token that expires sooner is marked. */
const soonMs = 14 * 86_400_000;

/** All tokens that are not revoked, with their menus. */
export function TokenList({
  tokens,
  own,
  sites,
  onRenewed,
}: {
  tokens: readonly Token[];
  /** Public ids of the viewer's personal tokens. */
  own: ReadonlySet<string>;
  sites: Sites;
  onRenewed: (token: ShownToken) => void;
}) {
  const { t } = useText();
  const { date, moment } = useDates();
  const [asked, setAsked] = useState<{ readonly action: Action; readonly token: Token } | null>(null);
  const columns: readonly Column<Token>[] = [
    {
      key: 'name',
      head: t('setUp.field.name'),
      isName: true,
      cell: ({ name, publicId, isPersonal, ownerName }) => (
        <>
          <span className={styles.name}>{name}</span>
          <bdi className={styles.faint}>{publicId}</bdi>
          {isPersonal && (
            <span className={styles.faint}>{t('setUp.tokens.ofPerson', { name: isolateText(ownerName ?? '') })}</span>
          )}
        </>
      ),
    },
    {
      key: 'may',
      head: t('setUp.tokens.may'),
      cell: ({ scopes, installationIds, isPersonal }) => (
        <>
          {listPermissions(scopes)
            .map((permission) => t(`setUp.tokens.may.${permission}`))
            .join(', ')}
          <span className={styles.faint}>
            {isPersonal ? t('setUp.tokens.asOwner') : describeSites(installationIds)}
          </span>
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
            listActions(token, own).map((action) => (
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
      {asked?.action === 'change' && <TokenForm token={asked.token} sites={sites} onClose={() => setAsked(null)} />}
      {asked !== null && asked.action !== 'change' && (
        <ActionDialog
          action={asked.action}
          token={asked.token}
          isOwn={own.has(asked.token.publicId)}
          onRenewed={onRenewed}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

/** The secret of a personal token is its owner's alone. */
function listActions({ publicId, isPersonal }: Token, own: ReadonlySet<string>): readonly Action[] {
  if (!isPersonal) return ['change', 'renew', 'revoke'];
  return own.has(publicId) ? ['renew', 'revoke'] : ['revoke'];
}

function ActionDialog({
  action,
  token: { name, publicId, scopes },
  isOwn,
  onRenewed,
  onClose,
}: {
  action: 'renew' | 'revoke';
  token: Token;
  isOwn: boolean;
  onRenewed: (token: ShownToken) => void;
  onClose: () => void;
}) {
  const { t } = useText();
  const client = useApolloClient();
  const [renew, renewing] = useMutation(RenewIngestKeyDocument);
  const [revoke, revoking] = useMutation(RevokeIngestKeyDocument);
  const [renewOwn, renewingOwn] = useMutation(RenewPersonalTokenDocument);
  const [revokeOwn, revokingOwn] = useMutation(RevokePersonalTokenDocument);
  const isBusy = [renewing, revoking, renewingOwn, revokingOwn].some(({ loading }) => loading);

  async function confirm() {
    try {
      if (action === 'renew') {
        const secret = isOwn
          ? (await renewOwn({ variables: { publicId } })).data?.renewPersonalToken.secret
          : (await renew({ variables: { publicId } })).data?.renewIngestKey.secret;
        if (secret !== undefined) onRenewed({ name, secret, example: findExample(scopes) });
      } else {
        await (isOwn ? revokeOwn : revoke)({ variables: { publicId } });
        showToast('success', t('setUp.tokens.revoked'));
      }
    } catch {
      showToast('error', t('setUp.notSaved'));
    }
    await client.refetchQueries({ include: [TokensDocument] }).catch(() => {});
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
          <Button look="primary" aria-busy={isBusy} onClick={() => void confirm()}>
            {t(`setUp.tokens.${action}`)}
          </Button>
        </>
      }
    />
  );
}
