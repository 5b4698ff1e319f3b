import { useMutation } from '@apollo/client/react';
import { type FormEvent, useId, useState } from 'react';
import { useText } from '../../../i18n/index.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Checkbox, TextField } from '../../../ui/form/field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { showToast } from '../../../ui/overlays/toast-list.ts';
import type { ShownToken } from './new-token.tsx';
import { CreateWebhookDocument, UpdateWebhookDocument, type WebhookEvent } from './operations.generated.ts';
import styles from './tokens.module.css';
import type { Webhook } from './webhook.ts';

/** Events that people choose, in the order of the form. */
const chosenEvents = [
  'ALERT_OPENED',
  'ALERT_CLOSED',
  'ALERT_NO_DATA',
  'DEVICE_SILENT',
  'DEVICE_BACK',
  'DEVICE_WAITING',
  'SITE_DAY_COMPLETE',
  'MEASUREMENT_CHANGED',
  'EXPORT_READY',
  'REPORT_SENT',
] as const satisfies readonly WebhookEvent[];

/** Form of a new webhook, or (not null) of one that is changed. */
export function WebhookForm({
  webhook,
  onSecret,
  onDone,
  onClose,
}: {
  webhook: Webhook | null;
  onSecret: (shown: ShownToken) => void;
  onDone: () => void;
  onClose: () => void;
}) {
  const { t } = useText();
  const formId = useId();
  const [create, creating] = useMutation(CreateWebhookDocument);
  const [update, updating] = useMutation(UpdateWebhookDocument);
  const [url, setUrl] = useState(webhook?.url ?? 'https://');
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhook?.events ?? ['ALERT_OPENED', 'ALERT_CLOSED']);
  const [isTried, setTried] = useState(false);
  const isUrl = url.trim().startsWith('https://') && URL.canParse(url.trim());

  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (!isUrl || events.length === 0) return;
    const draft = { endpoint: url.trim(), events: [...events] };
    try {
      if (webhook === null) {
        const { data } = await create({ variables: draft });
        if (data != null) onSecret({ name: draft.endpoint, secret: data.createWebhook.secret, example: null });
      } else await update({ variables: { ...draft, webhookId: webhook.id, isPaused: webhook.pausedAt !== null } });
      onDone();
      onClose();
    } catch {
      showToast('error', t('setUp.notSaved'));
    }
  }

  return (
    <Dialog
      title={t(`setUp.webhooks.${webhook === null ? 'add' : 'change'}`)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('app.cancel')}</Button>
          <Button type="submit" form={formId} look="primary" aria-busy={creating.loading || updating.loading}>
            {t('app.exit.save')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
        <TextField
          label={t('setUp.webhooks.address')}
          name="url"
          type="url"
          dir="ltr"
          autoComplete="off"
          maxLength={500}
          value={url}
          error={isTried && !isUrl ? t('setUp.webhooks.fault.url') : null}
          onChange={({ currentTarget: { value } }) => setUrl(value)}
        />
        <fieldset className={styles.group}>
          <legend>{t('setUp.webhooks.events')}</legend>
          {chosenEvents.map((event) => (
            <Checkbox
              key={event}
              label={t(`setUp.webhooks.event.${event}`)}
              checked={events.includes(event)}
              onChange={() =>
                setEvents(events.includes(event) ? events.filter((one) => one !== event) : [...events, event])
              }
            />
          ))}
          {isTried && events.length === 0 && <p className={styles.fault}>{t('setUp.tokens.fault.may')}</p>}
        </fieldset>
      </form>
    </Dialog>
  );
}
