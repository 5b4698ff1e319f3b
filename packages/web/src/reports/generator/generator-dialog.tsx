import { useMutation } from '@apollo/client/react';
import type { LocalDate } from '@atrium/domain/core';
import { generatorGranularities } from '@atrium/domain/reports';
import { useEffect, useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { DeliveryNotice, useDeliveryTo } from '../../notifications/index.ts';
import { useViewer } from '../../organization/index.ts';
import { LongSelectField, useShortlist } from '../../ui/choice/index.ts';
import { Dialog } from '../../ui/dialog/index.ts';
import { DateField, type Faults, type Form, SelectField, useForm } from '../../ui/fields/index.ts';
import { Button, Checkbox } from '../../ui/form/index.ts';
import { Icon } from '../../ui/icons/index.ts';
import { useClosing } from '../../ui/leaving/index.ts';
import { toast } from '../../ui/toasts/index.ts';
import { EmailsField, noEmails } from '../emails/index.ts';
import { refusalText, refusedField } from '../report/index.ts';
import styles from './generator.module.css';
import { CreateRetailReportDocument } from './operations.generated.ts';
import { fieldOrder, type Request, requestFaults, variablesOf } from './request.ts';

/** A site that can be reported on, with its zones, the outermost first. */
export interface GeneratorSite {
  readonly id: number;
  readonly name: string;
  readonly zones: readonly { readonly id: number; readonly name: string }[];
}

interface GeneratorProps {
  readonly sites: readonly GeneratorSite[];
  /** What the page shows: the form begins with it. */
  readonly shown: {
    readonly siteId: number;
    readonly zoneId: number | null;
    readonly from: LocalDate;
    readonly to: LocalDate;
  };
  readonly onClose: () => void;
}

/** One report, once: about zones of a site, of the days asked for, to whom it says. */
export function GeneratorDialog({ sites, shown, onClose }: GeneratorProps) {
  const { t } = useText();
  const { email } = useViewer();
  const [stored] = useState<Request>(() => ({
    siteId: shown.siteId,
    from: shown.from,
    to: shown.to,
    zoneIds: [shown.zoneId ?? sites.find(({ id }) => id === shown.siteId)?.zones[0]?.id ?? []].flat(),
    granularity: 86_400,
    emails: { ...noEmails, tokens: [email] },
  }));
  const delivery = useDeliveryTo('email');
  const { form, isSent } = useRequestForm(stored, delivery === 'outbox');
  const { close, question } = useClosing({ isDirty: form.isDirty, save: form.submit, discard: form.reset }, onClose);
  useEffect(() => {
    if (isSent) onClose();
  }, [isSent, onClose]);
  return (
    <>
      <Dialog title={t('reportForm.generator.title')} text={t('reportForm.generator.text')} onClose={close} wide>
        <form className={styles.form} noValidate {...form.props}>
          <GeneratorFields form={form} sites={sites} />
          <DeliveryNotice instead="report" />
          <div className={styles.actions}>
            <Button onClick={close}>{t('reportForm.cancel')}</Button>
            <Button type="submit" look="primary" aria-busy={form.isBusy} disabled={delivery === 'none'}>
              {t('reportForm.generator.send')}
            </Button>
          </div>
        </form>
      </Dialog>
      {question}
    </>
  );
}

function useRequestForm(stored: Request, isKept: boolean): { readonly form: Form<Request>; readonly isSent: boolean } {
  const { t, language } = useText();
  const [create] = useMutation(CreateRetailReportDocument);
  const [isSent, setSent] = useState(false);
  const form = useForm<Request>({
    stored,
    order: fieldOrder,
    faultsOf: (request) => requestFaults(request, t),
    async save(request): Promise<Faults<Request> | null> {
      const variables = variablesOf(request, language);
      if (variables === null) return {};
      try {
        const { data } = await create({ variables });
        const sent = isKept ? 'reportForm.generator.outbox' : 'reportForm.generator.sent';
        toast('success', t(sent, { count: data?.createRetailReport.sentTo.length ?? 0 }));
      } catch (error) {
        const field = fieldOrder.find((name) => name === refusedField(error));
        if (field !== undefined) return { [field]: t('reportForm.error.refused') };
        const again = { label: t('reports.retry'), act: () => void form.submit() };
        toast('error', refusalText(error, 'reportForm.generator.failed', t), again);
        return {};
      }
      setSent(true);
      return null;
    },
  });
  return { form, isSent };
}

const granularityTexts = {
  3600: 'reportForm.generator.hour',
  10800: 'reportForm.generator.hours3',
  21600: 'reportForm.generator.hours6',
  86400: 'reportForm.generator.day',
  604800: 'reportForm.generator.week',
  2592000: 'reportForm.generator.month',
} as const satisfies Record<(typeof generatorGranularities)[number], string>;

function GeneratorFields({ form, sites }: { readonly form: Form<Request>; readonly sites: readonly GeneratorSite[] }) {
  const { t } = useText();
  const { values, faults, set } = form;
  const site = sites.find(({ id }) => id === values.siteId);
  const chooseSite = (id: string) => {
    const chosen = sites.find((one) => String(one.id) === id);
    set('siteId', chosen?.id ?? null);
    set('zoneIds', chosen?.zones[0] === undefined ? [] : [chosen.zones[0].id]);
  };
  return (
    <>
      <DaysFields form={form} />
      <div className={styles.pair}>
        {sites.length > 1 && (
          <LongSelectField
            label={t('reportForm.site')}
            name="siteId"
            value={String(values.siteId ?? '')}
            error={faults.siteId ?? null}
            options={sites.map(({ id, name }) => ({ value: String(id), text: name }))}
            onChange={chooseSite}
          />
        )}
        <SelectField
          label={t('reportForm.generator.granularity')}
          name="granularity"
          value={String(values.granularity ?? '')}
          error={faults.granularity ?? null}
          options={generatorGranularities.map((seconds) => ({
            value: String(seconds),
            text: t(granularityTexts[seconds]),
          }))}
          onChange={(seconds) => set('granularity', Number(seconds))}
        />
      </div>
      <ZonesField
        zones={site?.zones ?? []}
        chosen={values.zoneIds}
        error={faults.zoneIds}
        onChange={(zoneIds) => set('zoneIds', zoneIds)}
      />
      <EmailsField
        label={t('reportForm.emails')}
        name="emails"
        value={values.emails}
        kinds={noKinds}
        site={site?.name ?? ''}
        error={faults.emails}
        suggestions={[]}
        onChange={(emails) => set('emails', emails)}
      />
    </>
  );
}

const noKinds = new Map<string, never>();

function DaysFields({ form: { values, faults, set } }: { readonly form: Form<Request> }) {
  const { t, dateFormat } = useText();
  return (
    <div className={styles.pair}>
      {(['from', 'to'] as const).map((name) => (
        <div key={name}>
          <DateField
            label={t(`reportForm.generator.${name}`)}
            name={name}
            pattern={dateFormat}
            value={values[name]}
            onChange={(date) => set(name, date)}
          />
          <Fault text={faults[name]} />
        </div>
      ))}
    </div>
  );
}

interface ZonesFieldProps {
  readonly zones: GeneratorSite['zones'];
  readonly chosen: readonly number[];
  readonly error: string | undefined;
  readonly onChange: (chosen: readonly number[]) => void;
}

/** The first of the chosen ones is what it is headed by. */
function ZonesField({ zones, chosen, error, onChange }: ZonesFieldProps) {
  const { t } = useText();
  const isChosen = (id: number) => chosen.includes(id);
  const { shown, search } = useShortlist(zones, { textOf: ({ name }) => name, isChosen: ({ id }) => isChosen(id) });
  const turn = (id: number) =>
    onChange(zones.map((zone) => zone.id).filter((each) => (each === id ? !isChosen(id) : isChosen(each))));
  return (
    <fieldset className={styles.zones}>
      <legend>{t('reportForm.generator.zones')}</legend>
      {search}
      <div className={styles.options}>
        {shown.map(({ id, name }) => (
          <Checkbox key={id} label={name} name="zoneIds" checked={isChosen(id)} onChange={() => turn(id)} />
        ))}
      </div>
      <Fault text={error} />
    </fieldset>
  );
}

function Fault({ text }: { readonly text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p className={styles.error} role="alert">
      <Icon name="alert" size={14} />
      {text}
    </p>
  );
}
