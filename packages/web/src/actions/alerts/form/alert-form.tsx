import { useMutation } from '@apollo/client/react';
import {
  type AlertCondition,
  type ConditionProblem,
  checkCondition,
  type FormField,
} from '@atrium/domain/actions/alerts';
import { formatNumber } from '@atrium/domain/core/format';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { type MessageId, type Text, useText } from '../../../i18n/index.ts';
import { findErrorField, findErrorReason } from '../../../numbers/answers/index.ts';
import { DeliveryNotice } from '../../../people/notifications/delivery-notice.tsx';
import { useViewer } from '../../../people/organization/index.ts';
import { LongSelectField } from '../../../ui/choice/long-select.tsx';
import { TextAreaField } from '../../../ui/form/controls.tsx';
import { TextField } from '../../../ui/form/field.tsx';
import { type Faults, type Form, useForm } from '../../../ui/form/use-form.ts';
import { showToast } from '../../../ui/overlays/toast-list.ts';
import { BackTest } from './back-test.tsx';
import { ChooseMany } from './choose-many.tsx';
import { ConditionFields } from './condition-fields.tsx';
import { ConditionSettings } from './condition-settings.tsx';
import { type Draft, toInput, withoutPlaces } from './draft.ts';
import styles from './form.module.css';
import { MessagePreview, NotificationFields } from './notification-fields.tsx';
import { type AlertSitesQuery, CreateAlertDocument, UpdateAlertDocument } from './operations.generated.ts';
import { usePreview } from './use-preview.ts';
import { VerdictBar } from './verdict-bar.tsx';

interface AlertFormProps {
  /** null for a new alert. */
  readonly alertId: number | null;
  readonly stored: Draft;
  readonly choices: AlertSitesQuery;
}

/** Form of an alert beside its back-test. The type of condition defines the fields. */
export function AlertForm({ alertId, stored, choices }: AlertFormProps) {
  const { t } = useText();
  const form = useAlertForm(alertId, stored);
  const tried = usePreview(form.values.installationId, form.values.condition);
  const site = choices.allInstallations.find(({ id }) => id === form.values.installationId);
  return (
    <form className={styles.form} noValidate {...form.props}>
      <div className={styles.column}>
        <Watched form={form} sites={choices.allInstallations} />
        <section className={styles.card}>
          <h2 className={styles.cardTitle}>{t('alertForm.who')}</h2>
          <NotificationFields
            actions={form.values.actions}
            fault={form.faults.actions}
            onChange={(actions) => form.set('actions', actions)}
          />
          <ContactFields form={form} plannings={choices.allAlertPlannings} />
          {form.values.actions.some(({ type }) => type === 'email') && <DeliveryNotice instead="alert" />}
          {form.values.actions.some(({ type }) => type === 'sms') && <DeliveryNotice contact="phone" instead="alert" />}
        </section>
      </div>
      <div className={styles.column}>
        <BackTest
          tried={tried}
          condition={form.values.condition}
          onApply={(condition) => form.set('condition', condition)}
        />
        {tried.preview !== null && (
          <MessagePreview
            draft={form.values}
            preview={tried.preview}
            site={site?.name ?? ''}
            placeName={(place) => placeNameOf(place, site)}
          />
        )}
      </div>
      <VerdictBar form={form} tried={tried} />
    </form>
  );
}

/** Returns the name of a place of the preview, e.g. `zone 7`. Without an id it is the site itself. */
function placeNameOf(place: string, site: AlertSitesQuery['allInstallations'][number] | undefined): string {
  const [kind, id] = place.split(' ');
  const named = kind === 'zone' ? site?.zones.find((one) => String(one.id) === id)?.name : undefined;
  return named ?? site?.name ?? '';
}

function Watched({ form, sites }: { form: Form<Draft>; sites: AlertSitesQuery['allInstallations'] }) {
  const text = useText();
  const { t } = text;
  const { name, installationId, condition } = form.values;
  const site = sites.find(({ id }) => id === installationId);
  const faults = form.faults.condition === undefined ? {} : findConditionFaults(condition, text);
  const part = { condition, faults, onChange: (next: typeof condition) => form.set('condition', next) };
  return (
    <>
      <section className={styles.card}>
        <h2 className={styles.cardTitle}>{t('alertForm.what')}</h2>
        <TextField
          label={t('alertForm.name')}
          name="name"
          maxLength={100}
          value={name}
          error={form.faults.name ?? null}
          onChange={(event) => form.set('name', event.currentTarget.value)}
        />
        <LongSelectField
          label={t('alertForm.installationId')}
          name="installationId"
          value={String(installationId ?? '')}
          error={form.faults.installationId ?? null}
          options={sites.map((one) => ({ value: String(one.id), text: one.name }))}
          onChange={(value) => {
            form.set('installationId', Number(value));
            form.set('condition', withoutPlaces(condition));
          }}
        />
        {site !== undefined && <ConditionFields {...part} site={site} />}
      </section>
      <section className={styles.card}>
        <h2 className={styles.cardTitle}>{t('alertForm.when')}</h2>
        <ConditionSettings {...part} />
      </section>
    </>
  );
}

const order = [
  'name',
  'installationId',
  'condition',
  'actions',
  'emails',
  'phones',
  'planningIds',
  'newPlanning',
] as const;

function useAlertForm(alertId: number | null, stored: Draft): Form<Draft> {
  const text = useText();
  const { t } = text;
  const navigate = useNavigate();
  const viewer = useViewer();
  const [create] = useMutation(CreateAlertDocument, { refetchQueries: ['Alerts'] });
  const [update] = useMutation(UpdateAlertDocument, { refetchQueries: ['Alerts', 'AlertToEdit'] });
  const [isSaved, setSaved] = useState(false);
  const form = useForm<Draft>({
    stored,
    order,
    faultsOf: (draft) => findDraftFaults(draft, text),
    async save(draft): Promise<Faults<Draft> | null> {
      const input = toInput(draft, viewer.organization.id);
      try {
        if (alertId === null) await create({ variables: input });
        else await update({ variables: { id: alertId, ...input } });
      } catch (error) {
        const faults = toRefusedFaults(findErrorField(error), findErrorReason(error)?.id, text);
        if (faults === null) showToast('error', t('alerts.toast.failed'));
        return faults ?? {};
      }
      showToast('success', t(alertId === null ? 'alerts.toast.created' : 'alerts.toast.updated'));
      setSaved(true);
      return null;
    },
  });
  // Navigates only once the form is clean, because the exit guard asks about unsaved work.
  const isDone = isSaved && !form.isDirty;
  useEffect(() => {
    if (isDone) void navigate({ to: '/alerts' });
  }, [isDone, navigate]);
  return form;
}

/** Recipients: verified contacts of members, and recipient lists. */
function ContactFields({ form, plannings }: { form: Form<Draft>; plannings: AlertSitesQuery['allAlertPlannings'] }) {
  const { t } = useText();
  const { values, faults, set } = form;
  return (
    <>
      {(['emails', 'phones'] as const).map((name) => (
        <TextAreaField
          key={name}
          label={t(`alertForm.${name}`)}
          name={name}
          rows={2}
          dir="ltr"
          value={values[name]}
          error={faults[name] ?? null}
          note={t('alertForm.oneALine')}
          onChange={(event) => set(name, event.currentTarget.value)}
        />
      ))}
      {plannings.length === 0 ? (
        <>
          <p className={styles.hint}>
            {t('alertForm.plannings')}: {t('alertForm.plannings.none')}
          </p>
          {faults.planningIds !== undefined && (
            <p className={styles.error} data-invalid tabIndex={-1}>
              {faults.planningIds}
            </p>
          )}
        </>
      ) : (
        <ChooseMany<number>
          label={t('alertForm.plannings')}
          options={plannings.map(({ id, name }) => ({ value: id, text: name }))}
          chosen={values.planningIds}
          error={faults.planningIds}
          isOptional={false}
          onChange={(chosen) => set('planningIds', chosen)}
        />
      )}
      <TextField
        label={t('alertForm.newPlanning')}
        name="newPlanning"
        maxLength={100}
        value={values.newPlanning}
        error={faults.newPlanning ?? null}
        onChange={(event) => set('newPlanning', event.currentTarget.value)}
      />
    </>
  );
}

type Words = Pick<Text, 't' | 'locale'>;

/** Returns the errors of a condition by field, in the reader's language. */
function findConditionFaults(condition: AlertCondition, words: Words): Partial<Record<FormField, string>> {
  const faults: Partial<Record<FormField, string>> = {};
  for (const problem of checkCondition(condition)) faults[problem.field] ??= textOf(problem, words);
  return faults;
}

function textOf(problem: ConditionProblem, { t, locale }: Words): string {
  const number = (value: number) => formatNumber(value, { locale, decimals: Number.isInteger(value) ? 0 : 2 });
  switch (problem.kind) {
    case 'required':
      return t('alertForm.error.required');
    case 'unknown':
      return t(problem.field === 'quietTimes' ? 'alertForm.error.quietTimes' : 'alertForm.error.required');
    case 'whole':
      return t('alertForm.error.whole');
    case 'range':
      return t('alertForm.error.range', { min: number(problem.min), max: number(problem.max) });
    case 'greaterThan':
      return t('alertForm.error.greaterThan', { label: t(`alertForm.${problem.of}` as MessageId) });
    case 'atLeast':
      return t('alertForm.error.atLeast', { bound: number(problem.bound) });
    case 'atMost':
      return t('alertForm.error.atMost', { bound: number(problem.bound) });
  }
}

/** Returns all errors that prevent saving. */
function findDraftFaults(draft: Draft, words: Words): Faults<Draft> {
  const required = words.t('alertForm.error.required');
  const [condition] = Object.values(findConditionFaults(draft.condition, words));
  const isCallable = draft.actions.every(
    ({ type, address }) => type !== 'job' || /^https:\/\/\S+$/.test(address.trim()),
  );
  return {
    ...(draft.name.trim() === '' && { name: required }),
    ...(draft.installationId === null && { installationId: required }),
    ...(condition !== undefined && { condition }),
    ...(!isCallable && { actions: words.t('alertForm.error.job') }),
    ...findRecipientFaults(draft, words),
  };
}

/** Notifications without recipients are an error. An alert may notify no one only if it has no notifications. */
function findRecipientFaults({ actions, planningIds, emails, phones }: Draft, { t }: Words): Faults<Draft> {
  if (planningIds.length > 0) return {};
  const lacks = (type: Draft['actions'][number]['type'], contacts: string) =>
    contacts.trim() === '' && actions.some((action) => action.type === type);
  return {
    ...(lacks('email', emails) && { emails: t('alertForm.error.nobody') }),
    ...(lacks('sms', phones) && { phones: t('alertForm.error.nobody') }),
    ...(lacks('push', '') && { planningIds: t('alertForm.error.noMembers') }),
  };
}

/** Returns an error found by the server for the field it names; null if it names none. */
function toRefusedFaults(field: string | null, reason: string | undefined, { t }: Words): Faults<Draft> | null {
  if (field === 'emails' || field === 'phones') return { [field]: t('alertForm.error.contact') };
  if (field === 'recipients.email') return { emails: t('alertForm.error.nobody') };
  if (field === 'recipients.sms') return { phones: t('alertForm.error.nobody') };
  if (field === 'recipients.push') return { planningIds: t('alertForm.error.noMembers') };
  if (field === 'planning.name') return { newPlanning: t('alertForm.error.taken') };
  if (reason === 'closedAddress') return { actions: t('alertForm.error.closedAddress') };
  if (field?.startsWith('actions')) return { actions: t('alertForm.error.job') };
  if (field?.startsWith('condition')) return { condition: t('alertForm.error.required') };
  return null;
}
