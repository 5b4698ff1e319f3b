import { useQuery } from '@apollo/client/react';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useId, useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { useNow } from '../../live/index.ts';
import { Dialog } from '../../ui/dialog/index.ts';
import { Button, buttonClass } from '../../ui/form/index.ts';
import { PageHeader, useMedia } from '../../ui/page/index.ts';
import { Switch } from '../../ui/switch/index.ts';
import type { RecipientKind } from '../emails/index.ts';
import {
  findReportStatus,
  formatStatusNote,
  type ReportFragment,
  type ReportSite,
  ReportState,
  useReportChanges,
} from '../report/index.ts';
import { countChanges, type Draft, fieldOrder } from './draft.ts';
import styles from './form.module.css';
import { ReportPeopleDocument } from './operations.generated.ts';
import { type Preview, PreviewPane, usePreview } from './preview/index.ts';
import { ReportFields } from './report-fields.tsx';
import { ReportSwitcher } from './report-switcher.tsx';
import { SentLast } from './sent/index.ts';
import { TestMail } from './test-mail.tsx';
import { useReportForm } from './use-report-form.ts';
import { useSaveKey } from './use-save-key.ts';

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
export function ReportForm({ report, recipients, stored, reports, sites }: ReportFormProps) {
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
  const standing = findReportStatus(report, sites, now);
  const note = formatStatusNote(standing, report.timezone, text, now);
  return (
    <>
      <Switch
        label={text.t('reports.switch', { report: report.title })}
        isOn={report.enabled}
        onTurn={(isOn) => turn(report, isOn)}
      />
      <span className={styles.standing}>
        <ReportState standing={standing} />
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
