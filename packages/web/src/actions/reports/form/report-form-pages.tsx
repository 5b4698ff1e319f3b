import { useMutation, useQuery } from '@apollo/client/react';
import { Link, useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { useText } from '../../../i18n/index.ts';
import { retryQuery } from '../../../numbers/answers/index.ts';
import { useNow } from '../../../numbers/live/index.ts';
import { useDeliveryTo } from '../../../people/notifications/delivery-notice.tsx';
import { useViewer } from '../../../people/organization/index.ts';
import { Button, buttonClass } from '../../../ui/form/button.tsx';
import { Switch } from '../../../ui/form/switch.tsx';
import { type Faults, type Form, useForm } from '../../../ui/form/use-form.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { showToast } from '../../../ui/overlays/toast-list.ts';
import { Loader, NotFound } from '../../../ui/page/full-screen.tsx';
import { PageHeader, usePageName } from '../../../ui/page/page-header.tsx';
import { useMedia } from '../../../ui/page/use-media.ts';
import type { RecipientKind } from '../emails-field.tsx';
import {
  CreateReportDocument,
  ReportByIdDocument,
  type ReportFragment,
  ReportsDocument,
  UpdateReportDocument,
} from '../operations.generated.ts';
import { formatRefusal, isNotFound, parseRefusedField } from '../refusal.ts';
import { formatStatusNote, ReportState } from '../report-state.tsx';
import { findReportStatus, type ReportSite } from '../report-status.ts';
import { useReportChanges } from '../use-report-changes.ts';
import {
  countChanges,
  type Draft,
  fieldOrder,
  findFaults,
  newDraft,
  toDraft,
  toInput,
  toPreviewInput,
  toRefusedFaults,
} from './draft.ts';
import styles from './form.module.css';
import { ReportPeopleDocument, SendReportDraftDocument, SendTestReportDocument } from './operations.generated.ts';
import { PreviewPane } from './preview-pane.tsx';
import { ReportFields } from './report-fields.tsx';
import { ReportSwitcher } from './report-switcher.tsx';
import { SentLast } from './sent-last.tsx';
import { getFallbackTitle, type Preview, usePreview } from './use-preview.ts';

interface ReportFormProps {
  /** null for a new report. */
  readonly report: ReportFragment | null;
  /** Recipients of the report with their kinds. */
  readonly recipients: readonly Recipient[];
  readonly stored: Draft;
  readonly reports: readonly ReportFragment[];
  readonly sites: readonly ReportSite[];
}

interface Recipient {
  readonly email: string;
  readonly kind: RecipientKind;
}

/** Other reports, the form, and the mail preview. */
function ReportForm({ report, recipients, stored, reports, sites }: ReportFormProps) {
  const { t } = useText();
  const id = useId();
  const form = useReportForm(report, stored);
  const preview = usePreview(form.values, sites);
  const people = useQuery(ReportPeopleDocument).data?.allUsers ?? [];
  const isPhone = useMedia('(width < 500px)');
  const changes = countChanges(form.values, stored);
  useSaveKey(() => void form.submit());
  useFieldOfAddress(form.props.ref);
  return (
    <>
      <PageHeader
        title={report?.title ?? t('reports.new')}
        status={report !== null && <HeaderStatus report={report} sites={sites} />}
        actions={
          <div className={styles.actions}>
            {isPhone && <PreviewSheet preview={preview} />}
            <span className={styles.unsaved} role="status">
              {changes > 0 ? t('reportForm.changes', { count: changes }) : ''}
            </span>
            <Link to="/reports" className={buttonClass('plain')}>
              {t('reportForm.cancel')}
            </Link>
            <Button type="submit" form={id} look="primary" aria-busy={form.isBusy}>
              {t('reportForm.save')}
            </Button>
          </div>
        }
      />
      <div className={styles.columns}>
        <ReportSwitcher reports={reports} sites={sites} currentId={report?.id ?? null} />
        <form id={id} className={styles.form} noValidate {...form.props}>
          <ReportFields
            form={form}
            sites={sites}
            isOn={report?.enabled ?? true}
            kinds={kindsOf([...recipients, ...preview.recipients])}
            suggestions={people.map(({ email, firstName, lastName }) => ({ email, name: `${firstName} ${lastName}` }))}
          />
          <TestMail draft={form.values} sites={sites} reportId={changes > 0 ? null : (report?.id ?? null)} />
        </form>
        {!isPhone && (
          <div className={styles.preview}>
            <PreviewPane preview={preview} />
          </div>
        )}
        {report !== null && <SentLast reportId={report.id} timezone={report.timezone} />}
      </div>
    </>
  );
}

/** On/off switch, saved at once, and the next send time. */
function HeaderStatus({ report, sites }: { readonly report: ReportFragment; readonly sites: readonly ReportSite[] }) {
  const text = useText();
  const now = useNow(30_000);
  const { turn } = useReportChanges();
  const status = findReportStatus(report, sites, now);
  const note = formatStatusNote(status, report.timezone, text, now);
  return (
    <>
      <Switch
        label={text.t('reports.switch', { report: report.title })}
        isOn={report.enabled}
        onTurn={(isOn) => turn(report, isOn)}
      />
      <span className={styles.standing}>
        <ReportState status={status} />
        {note !== null && <span>{note}</span>}
      </span>
    </>
  );
}

/** Preview over the form on phones, at a phone's mail width. */
function PreviewSheet({ preview }: { readonly preview: Preview }) {
  const { t } = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon="eye" onClick={() => setOpen(true)}>
        {t('reportForm.preview')}
      </Button>
      {isOpen && (
        <Dialog title={t('reportForm.preview')} onClose={() => setOpen(false)} wide>
          <PreviewPane preview={preview} isSheet />
        </Dialog>
      )}
    </>
  );
}

/** Maps addresses to their kinds; later entries win. */
const kindsOf = (found: readonly Recipient[]): ReadonlyMap<string, RecipientKind> =>
  new Map(found.map(({ email, kind }) => [email, kind]));

/** Focuses the field named by the address's fragment. */
function useFieldOfAddress(form: React.RefObject<HTMLFormElement | null>): void {
  const wanted = useLocation({ select: ({ hash }) => hash });
  useEffect(() => {
    const field = fieldOrder.find((name) => name === wanted);
    if (field !== undefined) form.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
  }, [form, wanted]);
}

/** Ctrl+S, or ⌘S on a Mac, saves the form instead of the page. */
function useSaveKey(save: () => void): void {
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isSave = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key === 's';
      if (!isSave) return;
      event.preventDefault();
      if (!event.repeat) latest.current();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

/** Form of a report. It stays open after saving, and gets its own address once created. */
function useReportForm(report: ReportFragment | null, stored: Draft): Form<Draft> {
  const { t } = useText();
  const navigate = useNavigate();
  const [create] = useMutation(CreateReportDocument, { refetchQueries: ['Reports'] });
  const [update] = useMutation(UpdateReportDocument, { refetchQueries: ['Reports'] });
  const [createdId, setCreatedId] = useState<number | null>(null);

  async function save(draft: Draft): Promise<Faults<Draft> | null> {
    const input = toInput(draft);
    // An incomplete form has errors and is not submitted.
    if (input === null) return {};
    try {
      if (report === null) setCreatedId((await create({ variables: { input } })).data?.createReport.id ?? null);
      else await update({ variables: { id: report.id, input } });
    } catch (error) {
      const faults = toRefusedFaults(parseRefusedField(error), t);
      const failed = report === null ? 'reports.toast.notCreated' : 'reports.toast.notUpdated';
      const again = { label: t('reports.retry'), act: () => void form.submit() };
      if (faults === null) showToast('error', formatRefusal(error, failed, t), again);
      return faults ?? {};
    }
    showToast('success', t(report === null ? 'reports.toast.created' : 'reports.toast.updated'));
    return null;
  }

  const form = useForm<Draft>({ stored, order: fieldOrder, faultsOf: (draft) => findFaults(draft, t), save });
  // Navigates only once the form is clean, because the exit guard asks about unsaved work.
  const isDone = createdId !== null && !form.isDirty;
  useEffect(() => {
    if (isDone) void navigate({ to: '/reports/$reportId', params: { reportId: String(createdId) }, replace: true });
  }, [isDone, createdId, navigate]);
  return form;
}

interface TestMailProps {
  readonly draft: Draft;
  readonly sites: readonly ReportSite[];
  /** null for an unsaved form, whose current values are sent. */
  readonly reportId: number | null;
}

type Answer = { readonly kind: 'sent' | 'failed'; readonly text: string } | null;

/** Sends the report once to the viewer only, and shows the result in place. */
function TestMail({ draft, sites, reportId }: TestMailProps) {
  const { t, locale } = useText();
  const { email } = useViewer();
  const [sendStored] = useMutation(SendTestReportDocument, { refetchQueries: ['ReportDeliveries'] });
  const [sendDraft] = useMutation(SendReportDraftDocument);
  const [isBusy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<Answer>(null);
  const delivery = useDeliveryTo('email');
  const input = toPreviewInput(draft, { title: getFallbackTitle(draft, sites), email });

  async function send() {
    if (input === null) return setAnswer({ kind: 'failed', text: t('reportForm.preview.incomplete') });
    setBusy(true);
    setAnswer(null);
    try {
      const sentTo =
        reportId === null
          ? (await sendDraft({ variables: { input } })).data?.sendReportDraft.sentTo
          : (await sendStored({ variables: { id: reportId } })).data?.sendTestReport.sentTo;
      const who = new Intl.ListFormat(locale).format(sentTo ?? []);
      const sent = delivery === 'outbox' ? 'reportForm.test.outbox' : 'reportForm.test.sent';
      setAnswer({ kind: 'sent', text: t(sent, { who }) });
    } catch (error) {
      const isUnverified = parseRefusedField(error) === 'email';
      const text = isUnverified ? t('reportForm.test.unverified') : formatRefusal(error, 'reportForm.test.failed', t);
      setAnswer({ kind: 'failed', text });
    }
    setBusy(false);
  }

  if (delivery === 'none') return null;
  return (
    <div className={styles.test}>
      <span className={styles.testAnswer} role="status" data-kind={answer?.kind}>
        {answer?.text ?? (isBusy ? t('reportForm.test.busy') : t('reportForm.test.to', { email }))}
      </span>
      <Button aria-busy={isBusy} disabled={isBusy} onClick={() => void send()}>
        {t('reportForm.test')}
      </Button>
    </div>
  );
}

/** Form of a new report, initially for the first site. */
export function NewReportPage() {
  const { language } = useText();
  const { email } = useViewer();
  const [openedAt] = useState(() => Date.now());
  const { data, error, refetch } = useQuery(ReportsDocument, { fetchPolicy: 'cache-and-network' });
  const site = data?.allInstallations[0];
  const stored = useMemo(() => newDraft(site, { language, email }, openedAt), [site, language, email, openedAt]);
  if (data === undefined) return error === undefined ? <Loader /> : <Failed again={() => void retryQuery(refetch)} />;
  return (
    <ReportForm report={null} recipients={[]} stored={stored} reports={data.allReports} sites={data.allInstallations} />
  );
}

/** Form of an existing report. */
export function ReportPage() {
  const { reportId } = useParams({ strict: false }) as { reportId: string };
  const id = Number(reportId);
  const list = useQuery(ReportsDocument, { fetchPolicy: 'cache-and-network' });
  const one = useQuery(ReportByIdDocument, { variables: { id }, fetchPolicy: 'cache-and-network' });
  const report = one.data?.reportById ?? null;
  const stored = useMemo(() => (report === null ? null : toDraft(report)), [report]);
  usePageName(report?.title ?? null);
  const error = one.error ?? list.error;
  const refetch = () => void Promise.all([one.refetch(), list.refetch()]).catch(() => {});
  if (one.error !== undefined && report === null && isNotFound(one.error)) return <NotFound />;
  if (report === null || stored === null || list.data === undefined)
    return error === undefined ? <Loader /> : <Failed again={refetch} />;
  const { allReports, allInstallations } = list.data;
  return (
    <ReportForm
      key={id}
      report={report}
      recipients={report.recipients}
      stored={stored}
      reports={allReports}
      sites={allInstallations}
    />
  );
}

function Failed({ again }: { readonly again: () => void }) {
  const { t } = useText();
  return (
    <p className={styles.failed} role="alert">
      {t('reportForm.failed')} <Button onClick={again}>{t('reports.retry')}</Button>
    </p>
  );
}
