import { useApolloClient, useMutation } from '@apollo/client/react';
import { generatorGranularities } from '@atrium/domain/actions/reports';
import type { LocalDate } from '@atrium/domain/core';
import { useEffect, useState } from 'react';
import { useText } from '../../../i18n/index.ts';
import { DeliveryNotice, useDeliveryTo } from '../../../people/notifications/delivery-notice.tsx';
import { useViewer } from '../../../people/organization/index.ts';
import { LongSelectField } from '../../../ui/choice/long-select.tsx';
import { useShortlist } from '../../../ui/choice/use-shortlist.tsx';
import { Button, buttonClass } from '../../../ui/form/button.tsx';
import { SelectField } from '../../../ui/form/controls.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { Checkbox } from '../../../ui/form/field.tsx';
import { type Faults, type Form, useForm } from '../../../ui/form/use-form.ts';
import { Icon } from '../../../ui/icons/index.ts';
import { useCloseGuard } from '../../../ui/leaving/exit-dialog.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { showToast } from '../../../ui/overlays/toast-list.ts';
import { noEmails } from '../emails.ts';
import { EmailsField } from '../emails-field.tsx';
import { formatRefusal, parseRefusedField } from '../refusal.ts';
import styles from './generator.module.css';
import {
  CreateRetailReportDocument,
  RetailReportFilesDocument,
  type RetailReportFilesQuery,
} from './operations.generated.ts';
import { fieldOrder, findRequestFaults, type Request, toVariables } from './request.ts';

/** A site to report on, with its zones, the outermost first. */
export interface GeneratorSite {
  readonly id: number;
  readonly name: string;
  readonly zones: readonly { readonly id: number; readonly name: string }[];
}

interface GeneratorProps {
  readonly sites: readonly GeneratorSite[];
  /** The page's selection, with which the form starts. */
  readonly shown: {
    readonly siteId: number;
    readonly zoneId: number | null;
    readonly from: LocalDate;
    readonly to: LocalDate;
  };
  readonly onClose: () => void;
}

/**
 * Creates a single report about zones of a site and a range of days, for the given recipients. Without mail it is
 * downloaded.
 */
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
  const isDownloaded = delivery === 'none';
  const { form, isSent, files } = useRequestForm(stored, delivery);
  const { close, question } = useCloseGuard(
    { isDirty: form.isDirty && files === null, save: form.submit, discard: form.reset },
    onClose,
  );
  useEffect(() => {
    if (isSent) onClose();
  }, [isSent, onClose]);
  return (
    <>
      <Dialog
        title={t(isDownloaded ? 'reportForm.generator.downloadTitle' : 'reportForm.generator.title')}
        text={t(isDownloaded ? 'reportForm.generator.downloadText' : 'reportForm.generator.text')}
        onClose={close}
        wide
      >
        <form className={styles.form} noValidate {...form.props}>
          <GeneratorFields form={form} sites={sites} isDownloaded={isDownloaded} />
          <DeliveryNotice />
          <Files files={files} />
          <div className={styles.actions}>
            <Button onClick={close}>{t('reportForm.cancel')}</Button>
            <Button type="submit" look="primary" aria-busy={form.isBusy}>
              {t(isDownloaded ? 'reportForm.generator.make' : 'reportForm.generator.send')}
            </Button>
          </div>
        </form>
      </Dialog>
      {question}
    </>
  );
}

type Made = RetailReportFilesQuery['retailReportFiles'];

/** Created files to download; nothing before. */
function Files({ files }: { readonly files: Made | null }) {
  const { t } = useText();
  if (files === null) return null;
  return (
    <div className={styles.files} role="status">
      <p>{t('reportForm.generator.made')}</p>
      {files.pdfUrl != null && (
        <a className={buttonClass('plain')} href={files.pdfUrl} download>
          {t('reportForm.generator.downloadPdf')}
        </a>
      )}
      {files.spreadsheetUrl != null && (
        <a className={buttonClass('plain')} href={files.spreadsheetUrl} download>
          {t('reportForm.generator.downloadSpreadsheet')}
        </a>
      )}
    </div>
  );
}

interface RequestForm {
  readonly form: Form<Request>;
  readonly isSent: boolean;
  /** Files created from the form's current values. */
  readonly files: Made | null;
}

function useRequestForm(stored: Request, delivery: ReturnType<typeof useDeliveryTo>): RequestForm {
  const { t, language } = useText();
  const client = useApolloClient();
  const [create] = useMutation(CreateRetailReportDocument);
  const [isSent, setSent] = useState(false);
  const [made, setMade] = useState<{ readonly of: string; readonly files: Made } | null>(null);
  const isDownloaded = delivery === 'none';
  const form = useForm<Request>({
    stored,
    order: fieldOrder,
    faultsOf: (request) => findRequestFaults(request, t, isDownloaded),
    async save(request): Promise<Faults<Request> | null> {
      const variables = toVariables(request, language);
      if (variables === null) return {};
      try {
        if (isDownloaded) {
          const { emails: _nobody, ...wish } = variables;
          setMade(null);
          const { data } = await client.query({
            query: RetailReportFilesDocument,
            variables: wish,
            fetchPolicy: 'no-cache',
          });
          if (data !== undefined) setMade({ of: JSON.stringify(request), files: data.retailReportFiles });
          return {};
        }
        const { data } = await create({ variables });
        const sent = delivery === 'outbox' ? 'reportForm.generator.outbox' : 'reportForm.generator.sent';
        showToast('success', t(sent, { count: data?.createRetailReport.sentTo.length ?? 0 }));
      } catch (error) {
        const field = fieldOrder.find((name) => name === parseRefusedField(error));
        if (field !== undefined) return { [field]: t('reportForm.error.refused') };
        const again = { label: t('reports.retry'), act: () => void form.submit() };
        const failed = isDownloaded ? 'reportForm.generator.notMade' : 'reportForm.generator.failed';
        showToast('error', formatRefusal(error, failed, t), again);
        return {};
      }
      setSent(true);
      return null;
    },
  });
  return { form, isSent, files: made?.of === JSON.stringify(form.values) ? made.files : null };
}

const granularityTexts = {
  3600: 'reportForm.generator.hour',
  10800: 'reportForm.generator.hours3',
  21600: 'reportForm.generator.hours6',
  86400: 'reportForm.generator.day',
  604800: 'reportForm.generator.week',
  2592000: 'reportForm.generator.month',
} as const satisfies Record<(typeof generatorGranularities)[number], string>;

interface GeneratorFieldsProps extends Pick<GeneratorProps, 'sites'> {
  readonly form: Form<Request>;
  readonly isDownloaded: boolean;
}

function GeneratorFields({ form, sites, isDownloaded }: GeneratorFieldsProps) {
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
      {!isDownloaded && (
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
      )}
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

/** The first selected zone is the report's heading. */
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
