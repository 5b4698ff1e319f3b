import { useApolloClient, useMutation, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { isolateText, useText } from '../../../i18n/index.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { Menu, menuItem } from '../../../ui/overlays/menu.tsx';
import { showToast } from '../../../ui/overlays/toast-list.ts';
import { type Column, Table } from '../../../ui/table/table.tsx';
import type { ShownToken } from './new-token.tsx';
import {
  DeleteWebhookDocument,
  RenewWebhookSecretDocument,
  TestWebhookDocument,
  UpdateWebhookDocument,
  WebhooksDocument,
} from './operations.generated.ts';
import styles from './tokens.module.css';
import type { Webhook } from './webhook.ts';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookLog } from './webhook-log.tsx';

const menuActions = ['log', 'test', 'change', 'pause', 'renew', 'delete'] as const;
type Action = (typeof menuActions)[number];

interface Asked {
  readonly action: Action;
  readonly webhook: Webhook;
}

/** Addresses that are called when something happens, with their log. Visible to people who see all sites. */
export function WebhookList({ onSecret }: { onSecret: (shown: ShownToken) => void }) {
  const { t } = useText();
  const client = useApolloClient();
  const { data, error } = useQuery(WebhooksDocument, { fetchPolicy: 'cache-and-network' });
  const [asked, setAsked] = useState<Asked | 'new' | null>(null);
  const [test] = useMutation(TestWebhookDocument);
  const [update] = useMutation(UpdateWebhookDocument);
  const reload = () => client.refetchQueries({ include: [WebhooksDocument] }).catch(() => {});

  async function act(action: Action, webhook: Webhook) {
    const { id: webhookId, url, events, pausedAt } = webhook;
    try {
      if (action === 'test') {
        await test({ variables: { webhookId } });
        return setAsked({ action: 'log', webhook });
      }
      if (action !== 'pause') return setAsked({ action, webhook });
      await update({ variables: { webhookId, endpoint: url, events, isPaused: pausedAt === null } });
    } catch {
      showToast('error', t('setUp.notSaved'));
    }
    return reload();
  }

  const columns: readonly Column<Webhook>[] = [
    {
      key: 'url',
      head: t('setUp.webhooks.address'),
      isName: true,
      cell: ({ url, events }) => (
        <>
          <bdi className={styles.address}>{url}</bdi>
          <span className={styles.faint}>{events.map((event) => t(`setUp.webhooks.event.${event}`)).join(', ')}</span>
        </>
      ),
    },
    {
      key: 'state',
      head: t('setUp.webhooks.state'),
      cell: ({ pausedAt, failures }) => (
        <span className={pausedAt !== null || failures > 0 ? styles.soon : undefined}>
          {pausedAt !== null
            ? t('setUp.webhooks.paused')
            : failures > 0
              ? t('setUp.webhooks.failures', { count: failures })
              : t('setUp.webhooks.active')}
        </span>
      ),
    },
    {
      key: 'more',
      cellClass: styles.act,
      cell: (webhook) => (
        <Menu label={t('setUp.tokens.more', { name: isolateText(webhook.url) })}>
          {(close) =>
            menuActions.map((action) => (
              <button
                key={action}
                type="button"
                {...menuItem}
                onClick={() => {
                  close();
                  void act(action, webhook);
                }}
              >
                {t(`setUp.webhooks.${action === 'pause' && webhook.pausedAt !== null ? 'resume' : action}`)}
              </button>
            ))
          }
        </Menu>
      ),
    },
  ];

  return (
    <section className={styles.card}>
      <h2 className={styles.title}>{t('setUp.webhooks.title')}</h2>
      {data === undefined ? (
        error !== undefined && <p className={styles.note}>{t('setUp.webhooks.allSites')}</p>
      ) : (
        <>
          {data.allWebhooks.length === 0 ? (
            <p className={styles.note}>{t('setUp.webhooks.empty')}</p>
          ) : (
            <Table
              className={styles.table}
              columns={columns}
              rows={data.allWebhooks}
              keyOf={({ id }) => id}
              scroll={{ 'aria-label': t('setUp.webhooks.title') }}
            />
          )}
          <div className={styles.body}>
            <Button icon="plus" className={styles.copy} onClick={() => setAsked('new')}>
              {t('setUp.webhooks.add')}
            </Button>
          </div>
        </>
      )}
      {asked === 'new' && (
        <WebhookForm webhook={null} onSecret={onSecret} onDone={() => void reload()} onClose={() => setAsked(null)} />
      )}
      {asked !== null && asked !== 'new' && asked.action === 'change' && (
        <WebhookForm
          webhook={asked.webhook}
          onSecret={onSecret}
          onDone={() => void reload()}
          onClose={() => setAsked(null)}
        />
      )}
      {asked !== null && asked !== 'new' && asked.action === 'log' && (
        <WebhookLog webhook={asked.webhook} onClose={() => setAsked(null)} />
      )}
      {asked !== null && asked !== 'new' && (asked.action === 'renew' || asked.action === 'delete') && (
        <Question
          action={asked.action}
          webhook={asked.webhook}
          onSecret={onSecret}
          onDone={() => void reload()}
          onClose={() => setAsked(null)}
        />
      )}
    </section>
  );
}

function Question({
  action,
  webhook: { id: webhookId, url },
  onSecret,
  onDone,
  onClose,
}: {
  action: 'renew' | 'delete';
  webhook: Webhook;
  onSecret: (shown: ShownToken) => void;
  onDone: () => void;
  onClose: () => void;
}) {
  const { t } = useText();
  const [renew, renewing] = useMutation(RenewWebhookSecretDocument);
  const [remove, removing] = useMutation(DeleteWebhookDocument);

  async function confirm() {
    try {
      if (action === 'delete') await remove({ variables: { webhookId } });
      else {
        const { data } = await renew({ variables: { webhookId } });
        if (data != null) onSecret({ name: url, secret: data.renewWebhookSecret.secret, example: null });
      }
    } catch {
      showToast('error', t('setUp.notSaved'));
    }
    onDone();
    onClose();
  }

  return (
    <Dialog
      title={t(`setUp.webhooks.${action}Question`)}
      text={t(`setUp.webhooks.${action}Text`)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('app.cancel')}</Button>
          <Button look="primary" aria-busy={renewing.loading || removing.loading} onClick={() => void confirm()}>
            {t(`setUp.webhooks.${action}`)}
          </Button>
        </>
      }
    >
      <bdi className={styles.address}>{url}</bdi>
    </Dialog>
  );
}
