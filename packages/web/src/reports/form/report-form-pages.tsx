import { useQuery } from '@apollo/client/react';
import { useParams } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { retryQuery } from '../../answers/index.ts';
import { useText } from '../../i18n/index.ts';
import { useViewer } from '../../organization/index.ts';
import { Button } from '../../ui/form/index.ts';
import { Loader, NotFound, usePageName } from '../../ui/page/index.ts';
import { isNotFound, ReportByIdDocument, ReportsDocument } from '../report/index.ts';
import { newDraft, toDraft } from './draft.ts';
import styles from './form.module.css';
import { ReportForm } from './report-form.tsx';

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
