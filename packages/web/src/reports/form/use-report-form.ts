import { useMutation } from '@apollo/client/react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { type Faults, type Form, useForm } from '../../ui/fields/index.ts';
import { showToast } from '../../ui/toasts/index.ts';
import {
  CreateReportDocument,
  formatRefusal,
  parseRefusedField,
  type ReportFragment,
  UpdateReportDocument,
} from '../report/index.ts';
import { type Draft, fieldOrder, findFaults, toInput, toRefusedFaults } from './draft.ts';

/** Form of a report. It stays open after saving, and gets its own address once created. */
export function useReportForm(report: ReportFragment | null, stored: Draft): Form<Draft> {
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
