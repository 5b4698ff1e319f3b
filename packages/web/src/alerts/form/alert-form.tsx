import { useMutation } from '@apollo/client/react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { DeliveryNotice } from '../../notifications/index.ts';
import { useViewer } from '../../organization/index.ts';
import { LongSelectField } from '../../ui/choice/index.ts';
import { type Faults, type Form, FormActions, useForm } from '../../ui/fields/index.ts';
import { TextField } from '../../ui/form/index.ts';
import { showToast } from '../../ui/toasts/index.ts';
import { BackTest, usePreview } from './back-test/index.ts';
import { ConditionFields } from './condition-fields.tsx';
import { ConditionSettings } from './condition-settings.tsx';
import { ContactFields } from './contact-fields.tsx';
import { type Draft, toInput, withoutPlaces } from './draft.ts';
import { findConditionFaults, findDraftFaults, toRefusedFaults } from './faults.ts';
import styles from './form.module.css';
import { MessagePreview, NotificationFields } from './messages/index.ts';
import { type AlertSitesQuery, CreateAlertDocument, UpdateAlertDocument } from './operations.generated.ts';
import { parseRefusedField } from './parse-refused-field.ts';

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
        <FormActions form={form} save={t('alertForm.save')} />
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
        const faults = toRefusedFaults(parseRefusedField(error), text);
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
