import { useMutation, useQuery } from '@apollo/client/react';
import {
  type AlertCondition,
  fillMessage,
  type MessageToken,
  measureText,
  messageTokens,
} from '@atrium/domain/actions/alerts';
import { type SyntheticEvent, useRef, useState } from 'react';
import { type MessageId, useText } from '../../../i18n/index.ts';
import { mayDo, useViewer } from '../../../people/organization/index.ts';
import { Button, IconButton } from '../../../ui/form/button.tsx';
import { TextAreaField } from '../../../ui/form/controls.tsx';
import { TextField } from '../../../ui/form/field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { showToast } from '../../../ui/overlays/toast-list.ts';
import { formatMetric, formatMoment } from '../condition-text.ts';
import { type ActionType, type Draft, type DraftAction, maxActions, newAction } from './draft.ts';
import styles from './form.module.css';
import { AlertJobKeyDocument, RenewAlertJobKeyDocument } from './operations.generated.ts';
import type { Preview } from './use-preview.ts';

interface MessagePreviewProps {
  readonly draft: Pick<Draft, 'name' | 'actions' | 'condition'>;
  readonly preview: Preview;
  readonly site: string;
  /** Returns the name of a place of the preview. */
  readonly placeName: (place: string) => string;
}

/** Previews the alert's messages for its last firing in the back-test. */
export function MessagePreview({ draft, preview, site, placeName }: MessagePreviewProps) {
  const text = useText();
  const { t } = text;
  const [wanted, setWanted] = useState(0);
  const firing = preview.firings.at(-1);
  const action = draft.actions[wanted] ?? draft.actions[0];
  if (firing === undefined || action === undefined) return null;
  const amount = (value: number | null | undefined) =>
    value == null || preview.metric === 'deviceStatus' ? '–' : formatMetric(value, preview.metric, text);
  const values = {
    alert: draft.name,
    site,
    zone: placeName(firing.place),
    value: amount(firing.peak),
    limit: amount(limitOf(draft.condition)),
    since: formatMoment(firing.begin, preview.timezone, text, firing.begin),
  };
  const title = titleOf(action, values);
  return (
    <section className={styles.card}>
      <div className={styles.notificationHead}>
        <h2 className={styles.cardTitle}>{t('alertForm.read')}</h2>
        {draft.actions.length > 1 && (
          <span className={styles.tokens}>
            {draft.actions.map(({ type }, index) => (
              <button
                // biome-ignore lint/suspicious/noArrayIndexKey: an action is identified by its index
                key={index}
                type="button"
                className={styles.token}
                aria-pressed={draft.actions[wanted] === undefined ? index === 0 : index === wanted}
                onClick={() => setWanted(index)}
              >
                {t(`alerts.way.${type}` as MessageId)}
              </button>
            ))}
          </span>
        )}
      </div>
      <div className={styles.read} dir="auto">
        {title !== null && <p className={styles.readTitle}>{title}</p>}
        <p>{fillMessage(action.msgContent, values)}</p>
      </div>
      <p className={styles.hint}>{t('alertForm.read.last')}</p>
    </section>
  );
}

const limitOf = ({ value, max, min }: AlertCondition) => value ?? max ?? min;

/** Title of a mail, push message or job. Text messages have none. */
function titleOf({ type, msgTitle }: DraftAction, values: Parameters<typeof fillMessage>[1]): string | null {
  if (type === 'sms') return null;
  return fillMessage(msgTitle, values).trim() || `${values.alert} · ${values.site}`;
}

const types: readonly ActionType[] = ['email', 'sms', 'push', 'job'];

interface NotificationsProps {
  readonly actions: readonly DraftAction[];
  readonly fault: string | undefined;
  readonly onChange: (actions: readonly DraftAction[]) => void;
}

/** Notifications of the alert, at most five. */
export function NotificationFields({ actions, fault, onChange }: NotificationsProps) {
  const { t } = useText();
  const change = (index: number, next: DraftAction) => onChange(actions.with(index, next));
  return (
    <>
      {actions.map((action, index) => (
        <Notification
          // biome-ignore lint/suspicious/noArrayIndexKey: an action is identified by its index
          key={index}
          action={action}
          fault={action.type === 'job' ? fault : undefined}
          onChange={(next) => change(index, next)}
          onRemove={() => onChange(actions.filter((_, at) => at !== index))}
        />
      ))}
      {actions.length === 0 && (
        <p className={styles.caution} role="status">
          {t('alertForm.nobody')}
        </p>
      )}
      <p className={styles.add}>
        {actions.length < maxActions &&
          types.map((type) => (
            <Button key={type} onClick={() => onChange([...actions, newAction(type)])}>
              {t('alertForm.add')} {t(`alerts.way.${type}` as MessageId)}
            </Button>
          ))}
        <span className={styles.hint}>{t('alertForm.count', { count: actions.length })}</span>
      </p>
    </>
  );
}

interface NotificationProps {
  readonly action: DraftAction;
  readonly fault: string | undefined;
  readonly onChange: (action: DraftAction) => void;
  readonly onRemove: () => void;
}

function Notification({ action, fault, onChange, onRemove }: NotificationProps) {
  const { t } = useText();
  const { type, msgTitle, msgContent, address } = action;
  const way = t(`alerts.way.${type}` as MessageId);
  const { length, perMessage } = measureText(msgContent);
  const writing = useTokenInsertion(action, onChange);
  return (
    <section className={styles.notification} aria-label={way}>
      <div className={styles.notificationHead}>
        <h3>{way}</h3>
        {type === 'sms' && (
          <span className={styles.hint}>{t('alertForm.smsLength', { length, most: perMessage })}</span>
        )}
        <IconButton icon="trash" label={t('alertForm.remove', { way })} onClick={onRemove} />
      </div>
      {type === 'job' && <JobFields address={address} fault={fault} {...{ action, onChange }} />}
      {type !== 'sms' && (
        <TextField
          label={t('alertForm.msgTitle')}
          dir="auto"
          value={msgTitle}
          maxLength={200}
          {...writing.props('msgTitle')}
        />
      )}
      <TextAreaField
        label={t('alertForm.msgContent')}
        dir="auto"
        rows={2}
        maxLength={2000}
        value={msgContent}
        {...(type === 'push' && { note: t('alertForm.push.note') })}
        {...writing.props('msgContent')}
      />
      <TokenButtons insert={writing.insert} />
    </section>
  );
}

type Written = 'msgTitle' | 'msgContent';

/** Tracks the cursor in a notification's texts, where tokens are inserted. */
function useTokenInsertion(action: DraftAction, onChange: (action: DraftAction) => void) {
  const stopped = useRef<{ readonly field: Written; readonly at: number } | null>(null);
  return {
    props: (field: Written) => ({
      onChange: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) =>
        onChange({ ...action, [field]: value }),
      onSelect: ({ currentTarget }: SyntheticEvent<HTMLInputElement | HTMLTextAreaElement>) => {
        stopped.current = { field, at: currentTarget.selectionEnd ?? currentTarget.value.length };
      },
    }),
    insert(token: MessageToken) {
      const { field, at } = stopped.current ?? { field: 'msgContent' as const, at: action.msgContent.length };
      const [before, after] = [action[field].slice(0, at), action[field].slice(at)];
      const added = `${before}{${token}}`;
      stopped.current = { field, at: added.length };
      onChange({ ...action, [field]: added + after });
    },
  };
}

function JobFields({
  address,
  fault,
  action,
  onChange,
}: Pick<NotificationProps, 'fault' | 'action' | 'onChange'> & { readonly address: string }) {
  const { t } = useText();
  return (
    <>
      <TextField
        label={t('alertForm.recipients')}
        name="actions"
        type="url"
        dir="ltr"
        value={address}
        error={fault ?? null}
        onChange={(event) => onChange({ ...action, address: event.currentTarget.value })}
      />
      <JobKey />
    </>
  );
}

/** Tokens for messages, inserted at the cursor. */
function TokenButtons({ insert }: { readonly insert: (token: MessageToken) => void }) {
  const { t } = useText();
  return (
    <p className={styles.tokens}>
      <span className={styles.hint}>{t('alertForm.tokens')}</span>
      {messageTokens.map((token) => (
        <button key={token} type="button" className={styles.token} dir="ltr" onClick={() => insert(token)}>
          {`{${token}}`}
        </button>
      ))}
    </p>
  );
}

/** Key that signs the organization's jobs, for users who may edit the organization. */
function JobKey() {
  const { t } = useText();
  const viewer = useViewer();
  const isTheirs = mayDo(viewer, 'editOrganization') && viewer.installationIds === null;
  const { data, error } = useQuery(AlertJobKeyDocument, { skip: !isTheirs });
  const [isAsked, setAsked] = useState(false);
  if (!isTheirs || error !== undefined) return <p className={styles.key}>{t('alertForm.jobKey.ask')}</p>;
  if (data === undefined) return null;
  return (
    <>
      <p className={styles.key}>
        {t('alertForm.jobKey', { key: data.alertJobKey })}{' '}
        <Button onClick={() => setAsked(true)}>{t('alertForm.jobKey.renew')}</Button>
      </p>
      {isAsked && <RenewJobKey onClose={() => setAsked(false)} />}
    </>
  );
}

function RenewJobKey({ onClose }: { readonly onClose: () => void }) {
  const { t } = useText();
  const [renew, { loading }] = useMutation(RenewAlertJobKeyDocument, {
    update: (cache, { data }) => {
      if (data) cache.writeQuery({ query: AlertJobKeyDocument, data: { alertJobKey: data.renewAlertJobKey } });
    },
  });
  async function confirm() {
    const done = await renew().catch(() => null);
    if (done?.data == null) return showToast('error', t('alertForm.jobKey.failed'));
    onClose();
  }
  return (
    <Dialog
      title={t('alertForm.jobKey.renewTitle')}
      text={t('alertForm.jobKey.renewText')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('app.cancel')}</Button>
          <Button look="primary" aria-busy={loading} onClick={() => void confirm()}>
            {t('alertForm.jobKey.renew')}
          </Button>
        </>
      }
    />
  );
}
