import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { useDeliveryTo } from '../../notifications/index.ts';
import { useViewer } from '../../organization/index.ts';
import { Button } from '../../ui/form/index.ts';
import { formatRefusal, parseRefusedField, type ReportSite } from '../report/index.ts';
import { type Draft, toPreviewInput } from './draft.ts';
import styles from './form.module.css';
import { SendReportDraftDocument, SendTestReportDocument } from './operations.generated.ts';
import { getFallbackTitle } from './preview/index.ts';

interface TestMailProps {
  readonly draft: Draft;
  readonly sites: readonly ReportSite[];
  /** null for an unsaved form, whose current values are sent. */
  readonly reportId: number | null;
}

type Answer = { readonly kind: 'sent' | 'failed'; readonly text: string } | null;

/** Sends the report once to the viewer only, and shows the result in place. */
export function TestMail({ draft, sites, reportId }: TestMailProps) {
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
