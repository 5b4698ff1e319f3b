import { useApolloClient, useMutation, useQuery } from '@apollo/client/react';
import { instantToDate, type LocalDate, type Span } from '@atrium/domain/core';
import { formatClock, formatDate, formatNumber, formatShortDay } from '@atrium/domain/core/format';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { isolateText, type MessageId, useText } from '../../i18n/index.ts';
import { findErrorCode, retryQuery } from '../../numbers/answers/index.ts';
import { Button } from '../../ui/form/button.tsx';
import { SelectField } from '../../ui/form/controls.tsx';
import { DateField } from '../../ui/form/date-field.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { showToast } from '../../ui/overlays/toast-list.ts';
import { LoadFailed, Loading } from '../../ui/page/loading.tsx';
import { PageHeader, usePageName } from '../../ui/page/page-header.tsx';
import { findCorrectionProblem, readPeriod, type TypedPeriod } from './correction-period.ts';
import {
  ReadingCorrectionPreviewDocument,
  ReadingCorrectionsDocument,
  type ReadingCorrectionsQuery,
  TakeOutReadingsDocument,
  UndoReadingCorrectionDocument,
} from './operations.generated.ts';
import styles from './reading-corrections.module.css';

type SiteCorrections = ReadingCorrectionsQuery['readingCorrections'];
type Correction = SiteCorrections['corrections'][number];

/** Takes readings of a site's sensors out of the numbers, and lists what was taken out. */
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
        <TakeOutForm installationId={installationId} site={found} />
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

const nothing: TypedPeriod = { fromDate: '', fromTime: '00:00', toDate: '', toTime: '00:00' };

function TakeOutForm({ installationId, site }: { readonly installationId: number; readonly site: SiteCorrections }) {
  const { t, dateFormat } = useText();
  const client = useApolloClient();
  const [device, setDevice] = useState('');
  const [typed, setTyped] = useState(nothing);
  const [reason, setReason] = useState('');
  const [takeOut, { loading }] = useMutation(TakeOutReadingsDocument);
  const today = instantToDate(site.timezone, Date.now());
  const period = readPeriod(typed, site.timezone);
  const deviceId = Number(device);
  const others = site.corrections.filter((one) => one.deviceId === deviceId);
  const problem = period === null ? null : findCorrectionProblem(period, others, Date.now());
  const isReady = device !== '' && period !== null && problem === null;
  const change = (part: Partial<TypedPeriod>) => setTyped((before) => ({ ...before, ...part }));
  const go = async () => {
    if (!isReady) return;
    try {
      await takeOut({ variables: { installationId, deviceId, ...period, reason } });
    } catch {
      showToast('error', t('setUp.correct.failed'));
      return;
    }
    setTyped(nothing);
    setReason('');
    await client.refetchQueries({ include: ['ReadingCorrections'] });
    showToast('success', t('setUp.correct.done'));
  };
  return (
    <form
      className={styles.card}
      aria-label={t('setUp.correct.takeOut')}
      onSubmit={(event) => {
        event.preventDefault();
        void go();
      }}
    >
      <h2>{t('setUp.correct.takeOut')}</h2>
      <SelectField
        label={t('setUp.correct.device')}
        value={device}
        options={[{ value: '', text: '–' }, ...site.devices.map(({ id, name }) => ({ value: String(id), text: name }))]}
        onChange={setDevice}
      />
      <div className={styles.times}>
        <DateField
          label={t('setUp.correct.from')}
          name="from"
          value={typed.fromDate}
          pattern={dateFormat}
          max={today}
          onChange={(fromDate) => change({ fromDate })}
        />
        <TextField
          label={t('setUp.correct.fromTime')}
          type="time"
          value={typed.fromTime}
          onChange={(event) => change({ fromTime: event.currentTarget.value })}
        />
        <DateField
          label={t('setUp.correct.to')}
          name="to"
          value={typed.toDate}
          pattern={dateFormat}
          min={typed.fromDate}
          onChange={(toDate) => change({ toDate })}
        />
        <TextField
          label={t('setUp.correct.toTime')}
          type="time"
          value={typed.toTime}
          onChange={(event) => change({ toTime: event.currentTarget.value })}
        />
      </div>
      {problem !== null && (
        <p className={styles.problem} role="alert">
          {t(`setUp.correct.problem.${problem}`)}
        </p>
      )}
      {isReady && <Preview installationId={installationId} deviceId={deviceId} period={period} />}
      <TextField
        label={t('setUp.correct.reason')}
        value={reason}
        maxLength={500}
        required
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div>
        <Button type="submit" look="primary" aria-busy={loading} disabled={!isReady || reason.trim() === '' || loading}>
          {t('setUp.correct.takeOut')}
        </Button>
      </div>
    </form>
  );
}

interface PreviewProps {
  readonly installationId: number;
  readonly deviceId: number;
  readonly period: Span;
}

/** What the device's days are now and would be. */
function Preview({ installationId, deviceId, period: { from, to } }: PreviewProps) {
  const text = useText();
  const { t, locale } = text;
  const { data, error } = useQuery(ReadingCorrectionPreviewDocument, {
    variables: { installationId, deviceId, from, to },
    fetchPolicy: 'no-cache',
  });
  const found = data?.readingCorrectionPreview;
  if (error !== undefined)
    return (
      <p className={styles.problem} role="alert">
        {t('setUp.correct.previewFailed')}
      </p>
    );
  if (found === undefined) return <Loading className={styles.preview} />;
  const count = (value: number) => formatNumber(value, { locale, decimals: 0 });
  const noData = t('setUp.correct.noData');
  return (
    <div className={styles.preview} role="status">
      <p>{t('setUp.correct.readings', { count: found.readings })}</p>
      <ul className={styles.days}>
        {found.days.map(({ date, metric, readings, before, after }) => (
          <li key={`${date} ${metric}`}>
            {t('setUp.correct.row', {
              day: formatShortDay(date as LocalDate, text),
              metric: metric === 'presence' ? t('setUp.correct.positions') : t(`metric.${metric}` as MessageId),
              change:
                before === null
                  ? t('setUp.correct.readings', { count: readings })
                  : t('setUp.correct.change', {
                      before: isolateText(count(before)),
                      after: isolateText(after === null ? noData : count(after)),
                    }),
            })}
          </li>
        ))}
      </ul>
      {found.more > 0 && <p className={styles.note}>{t('setUp.correct.more', { count: found.more })}</p>}
    </div>
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
  const period = t('setUp.correct.period', { from: isolateText(moment(from)), to: isolateText(moment(to)) });
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
