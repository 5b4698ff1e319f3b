import { useApolloClient, useMutation, useQuery } from '@apollo/client/react';
import { instantToDate, type LocalDate } from '@atrium/domain/core';
import { formatNumber, formatShortDay } from '@atrium/domain/core/format';
import { formatTypedNumber } from '@atrium/domain/core/typed-number';
import { findMetric } from '@atrium/domain/numbers';
import { type CorrectionKind, canCorrect, correctionKinds } from '@atrium/domain/numbers/readings';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { isolateText, type MessageId, type Text, useText } from '../../i18n/index.ts';
import { findErrorReason } from '../../numbers/answers/index.ts';
import { LongSelectField } from '../../ui/choice/long-select.tsx';
import { Button } from '../../ui/form/button.tsx';
import { SelectField } from '../../ui/form/controls.tsx';
import { DateField } from '../../ui/form/date-field.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { NumberField } from '../../ui/form/number-input.tsx';
import { showToast } from '../../ui/overlays/toast-list.ts';
import { Loading } from '../../ui/page/loading.tsx';
import { readPeriod, type TypedPeriod, toTypedPeriod } from './correction-period.ts';
import {
  AddReadingCorrectionDocument,
  ReadingCorrectionPreviewDocument,
  type ReadingCorrectionPreviewQuery,
  type ReadingCorrectionsQuery,
} from './operations.generated.ts';
import {
  buildCorrection,
  findCorrectionProblem,
  hasAmount,
  hasMetric,
  type WantedCorrection,
} from './read-correction.ts';
import styles from './reading-corrections.module.css';

type SiteCorrections = ReadingCorrectionsQuery['readingCorrections'];
type PreviewedDay = ReadingCorrectionPreviewQuery['readingCorrectionPreview']['days'][number];

const nothing: TypedPeriod = { fromDate: '', fromTime: '00:00', toDate: '', toTime: '00:00' };

interface FormProps {
  readonly installationId: number;
  readonly site: SiteCorrections;
}

/** Corrects readings of a sensor, after a preview. The URL may name the sensor and the period. */
export function CorrectionForm({ installationId, site }: FormProps) {
  const { t, dateFormat } = useText();
  const client = useApolloClient();
  const asked = useSearch({ from: '/authenticated/settings/sites/$siteId/corrections' });
  const [device, setDevice] = useState(`${asked.device ?? ''}`);
  const [kind, setKind] = useState<CorrectionKind>('void');
  const [chosenMetric, setMetric] = useState('');
  const [amount, setAmount] = useState<number | null>(null);
  const [lastLevel, setLastLevel] = useState<number | null>(null);
  const [typed, setTyped] = useState(() =>
    asked.from === undefined || asked.to === undefined
      ? nothing
      : toTypedPeriod({ from: asked.from, to: asked.to }, site.timezone),
  );
  const [reason, setReason] = useState('');
  const [add, { loading }] = useMutation(AddReadingCorrectionDocument);
  const today = instantToDate(site.timezone, Date.now());
  const found = site.devices.find(({ id }) => `${id}` === device);
  const kinds = correctionKinds.filter(
    (one) => found?.metrics.some((metric) => canCorrect(one, metric)) ?? one === 'void',
  );
  const metrics = (found?.metrics ?? []).filter((metric) => canCorrect(kind, metric));
  const metric = metrics.includes(chosenMetric) ? chosenMetric : (metrics[0] ?? '');
  const isReplaced = kind === 'replaced';
  const period = readPeriod(
    isReplaced ? { ...typed, toDate: typed.fromDate, toTime: typed.fromTime } : typed,
    site.timezone,
  );
  const wanted =
    found === undefined || period === null
      ? null
      : buildCorrection({ installationId, deviceId: found.id, kind, metric, amount, lastLevel, ...period });
  const others = site.corrections.filter((one) => one.deviceId === found?.id);
  const problem = wanted === null ? null : findCorrectionProblem(wanted, others, Date.now());
  const isReady = wanted !== null && problem === null && (amount !== null || !hasAmount(kind));
  const change = (part: Partial<TypedPeriod>) => setTyped((before) => ({ ...before, ...part }));
  const takeDevice = (next: string) => {
    setDevice(next);
    setKind('void');
  };
  const takeKind = (next: string) => {
    setKind(next as CorrectionKind);
    setAmount(null);
    setLastLevel(null);
  };
  const go = async () => {
    if (!isReady) return;
    try {
      await add({ variables: { correction: wanted, reason } });
    } catch {
      showToast('error', t('setUp.correct.failed'));
      return;
    }
    setTyped(nothing);
    takeKind('void');
    setReason('');
    await client.refetchQueries({ include: ['ReadingCorrections'] });
    showToast('success', t('setUp.correct.done'));
  };
  const action = t(kind === 'void' ? 'setUp.correct.takeOut' : 'setUp.correct.title');
  const nameOf = (one: CorrectionKind) => t(one === 'void' ? 'setUp.correct.takeOut' : `setUp.correct.kind.${one}`);
  return (
    <form
      className={styles.card}
      aria-label={t('setUp.correct.title')}
      onSubmit={(event) => {
        event.preventDefault();
        void go();
      }}
    >
      <LongSelectField
        label={t('setUp.correct.device')}
        value={device}
        options={[{ value: '', text: '–' }, ...site.devices.map(toOption)]}
        onChange={takeDevice}
      />
      <SelectField
        label={t('setUp.correct.kind')}
        value={kind}
        options={kinds.map((one) => ({ value: one, text: nameOf(one) }))}
        onChange={takeKind}
      />
      {hasMetric(kind) && metrics.length > 1 && (
        <SelectField
          label={t('setUp.correct.metric')}
          value={metric}
          options={metrics.map((one) => ({ value: one, text: t(`metric.${one}` as MessageId) }))}
          onChange={setMetric}
        />
      )}
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
        {!isReplaced && (
          <>
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
          </>
        )}
      </div>
      {hasAmount(kind) && (
        <div className={styles.times}>
          <NumberField
            key={kind}
            label={t(`setUp.correct.amount.${kind}`)}
            step="any"
            isWhole={kind === 'shift'}
            value={amount}
            onChange={setAmount}
          />
          {isReplaced && (
            <NumberField label={t('setUp.correct.lastLevel')} step="any" value={lastLevel} onChange={setLastLevel} />
          )}
        </div>
      )}
      {problem !== null && (
        <p className={styles.problem} role="alert">
          {t(`setUp.correct.problem.${problem}`)}
        </p>
      )}
      {isReady && <Preview wanted={wanted} />}
      <TextField
        label={t('setUp.correct.reason')}
        value={reason}
        maxLength={500}
        required
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div>
        <Button type="submit" look="primary" aria-busy={loading} disabled={!isReady || reason.trim() === '' || loading}>
          {action}
        </Button>
      </div>
    </form>
  );
}

const toOption = ({ id, name, place }: SiteCorrections['devices'][number]) => ({
  value: String(id),
  text: place === null || place === name ? name : `${name} · ${place}`,
});

/** What the device's days are now and would be. */
function Preview({ wanted }: { readonly wanted: WantedCorrection }) {
  const text = useText();
  const { t, locale } = text;
  const { data, error } = useQuery(ReadingCorrectionPreviewDocument, {
    variables: { correction: wanted },
    fetchPolicy: 'no-cache',
  });
  const found = data?.readingCorrectionPreview;
  if (error !== undefined)
    return (
      <p className={styles.problem} role="alert">
        {t(refusals.get(findErrorReason(error)?.id) ?? 'setUp.correct.previewFailed')}
      </p>
    );
  if (found === undefined) return <Loading className={styles.preview} />;
  return (
    <div className={styles.preview} role="status">
      <p>{t('setUp.correct.readings', { count: found.readings })}</p>
      {found.lastLevel !== null && (
        <p>{t('setUp.correct.formerLevel', { value: isolateText(formatTypedNumber(found.lastLevel, locale)) })}</p>
      )}
      <ul className={styles.days}>
        {found.days.map((day) => (
          <li key={`${day.date} ${day.metric}`}>{describeDay(day, text)}</li>
        ))}
      </ul>
      {found.more > 0 && <p className={styles.note}>{t('setUp.correct.more', { count: found.more })}</p>}
    </div>
  );
}

const refusals: ReadonlyMap<string | undefined, MessageId> = new Map([
  ['noReading', 'setUp.correct.problem.noReading'],
  ['severalReadings', 'setUp.correct.problem.severalReadings'],
]);

function describeDay({ date, metric, readings, before, after }: PreviewedDay, text: Text): string {
  const { t, locale } = text;
  const decimals = findMetric(metric)?.decimals ?? 0;
  const number = (value: number | null) =>
    isolateText(value === null ? t('setUp.correct.noData') : formatNumber(value, { locale, decimals }));
  return t('setUp.correct.row', {
    day: formatShortDay(date as LocalDate, text),
    metric: metric === 'presence' ? t('setUp.correct.positions') : t(`metric.${metric}` as MessageId),
    change:
      before === null && after === null
        ? t('setUp.correct.readings', { count: readings })
        : t('setUp.correct.change', { before: number(before), after: number(after) }),
  });
}
