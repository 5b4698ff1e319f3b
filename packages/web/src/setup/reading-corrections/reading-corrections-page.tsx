import { useApolloClient, useMutation, useQuery } from '@apollo/client/react';
import { instantToDate } from '@atrium/domain/core';
import { formatClock, formatDate } from '@atrium/domain/core/format';
import { formatTypedNumber } from '@atrium/domain/core/typed-number';
import { type CorrectionKind, endOfCorrections } from '@atrium/domain/numbers/readings';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { isolateText, type MessageId, type Text, useText } from '../../i18n/index.ts';
import { findErrorCode, retryQuery } from '../../numbers/answers/index.ts';
import { Button } from '../../ui/form/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { showToast } from '../../ui/overlays/toast-list.ts';
import { LoadFailed, Loading } from '../../ui/page/loading.tsx';
import { PageHeader, usePageName } from '../../ui/page/page-header.tsx';
import { CorrectionForm } from './correction-form.tsx';
import {
  ReadingCorrectionsDocument,
  type ReadingCorrectionsQuery,
  UndoReadingCorrectionDocument,
} from './operations.generated.ts';
import styles from './reading-corrections.module.css';

type Correction = ReadingCorrectionsQuery['readingCorrections']['corrections'][number];

/** Corrects readings of a site's sensors, and lists the corrections. */
export function ReadingCorrectionsPage() {
  const { t } = useText();
  const { siteId } = useParams({ from: '/authenticated/settings/sites/$siteId/corrections' });
  const installationId = /^[1-9]\d{0,8}$/.test(siteId) ? Number(siteId) : 0;
  const { data, error, refetch } = useQuery(ReadingCorrectionsDocument, {
    variables: { installationId },
    fetchPolicy: 'cache-and-network',
  });
  const found = data?.readingCorrections;
  usePageName(found?.site ?? '');
  if (found === undefined && error !== undefined)
    return <LoadFailed code={findErrorCode(error)} retry={() => void retryQuery(refetch)} />;
  if (found === undefined) return <Loading className={styles.ghost} />;
  return (
    <>
      <PageHeader title={t('setUp.correct.title')} />
      <p className={styles.intro}>{t('setUp.correct.intro')}</p>
      <div className={styles.page}>
        <CorrectionForm installationId={installationId} site={found} />
        <section className={styles.card} aria-label={t('setUp.correct.list')}>
          <h2>{t('setUp.correct.list')}</h2>
          {found.corrections.length === 0 ? (
            <p className={styles.note}>{t('setUp.correct.none')}</p>
          ) : (
            <ul>
              {found.corrections.map((one) => (
                <CorrectionRow key={one.id} correction={one} timezone={found.timezone} />
              ))}
            </ul>
          )}
        </section>
      </div>
    </>
  );
}

function CorrectionRow({ correction, timezone }: { readonly correction: Correction; readonly timezone: string }) {
  const text = useText();
  const { t } = text;
  const client = useApolloClient();
  const [isAsking, setAsking] = useState(false);
  const [undo, { loading }] = useMutation(UndoReadingCorrectionDocument, {
    variables: { readingCorrectionId: correction.id },
  });
  const { device, from, to, reason, by, createdAt } = correction;
  const moment = (at: number) => `${formatDate(instantToDate(timezone, at), text)} ${formatClock(at, timezone)}`;
  const begin = isolateText(moment(from));
  const period =
    to >= endOfCorrections
      ? t('setUp.correct.since', { from: begin })
      : t('setUp.correct.period', { from: begin, to: isolateText(moment(to)) });
  const go = async () => {
    try {
      await undo();
    } catch {
      showToast('error', t('setUp.correct.undoFailed'));
      return;
    }
    await client.refetchQueries({ include: ['ReadingCorrections'] });
  };
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <p>
          <strong>{device}</strong> {period}
        </p>
        <p>{describeChange(correction, text)}</p>
        <p>{reason}</p>
        <p className={styles.note}>
          {by === null
            ? formatDate(instantToDate(timezone, createdAt), text)
            : t('setUp.correct.by', {
                name: isolateText(by),
                date: formatDate(instantToDate(timezone, createdAt), text),
              })}
        </p>
      </div>
      <Button aria-label={t('setUp.correct.undoOf', { device, period })} onClick={() => setAsking(true)}>
        {t('setUp.correct.undo')}
      </Button>
      {isAsking && (
        <Dialog
          title={t('setUp.correct.undoAsk', { device, period })}
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button onClick={() => setAsking(false)}>{t('app.cancel')}</Button>
              <Button look="primary" aria-busy={loading} onClick={() => void go()}>
                {t('setUp.correct.undo')}
              </Button>
            </>
          }
        />
      )}
    </li>
  );
}

/** Describes what a correction changes. */
function describeChange({ kind, metrics, amount, lastLevel }: Correction, { t, locale }: Text): string {
  const number = (value: number | null) => (value === null ? '' : isolateText(formatTypedNumber(value, locale)));
  const names = (metrics ?? []).map((metric) => t(`metric.${metric}` as MessageId));
  const values = { amount: number(amount), lastLevel: number(lastLevel), metric: isolateText(names.join(', ')) };
  return t(`setUp.correct.what.${kind as CorrectionKind}`, values);
}
