import { useApolloClient, useMutation } from '@apollo/client/react';
import { instantToDate } from '@atrium/domain/core';
import { formatClock, formatDate, formatNumber } from '@atrium/domain/core/format';
import { useState } from 'react';
import { isolateText, useText } from '../i18n/index.ts';
import { Dialog } from '../ui/dialog/index.ts';
import { Button, IconButton } from '../ui/form/index.ts';
import { showToast } from '../ui/toasts/index.ts';
import { type Count, type CountedPassage, describeResult } from './count-text.ts';
import styles from './manual-counts.module.css';
import { DeleteManualCountDocument } from './operations.generated.ts';

interface RowProps {
  readonly count: Count;
  readonly passage: CountedPassage;
  readonly timezone: string;
}

/** A manual count, its result for the sensor, and the underlying numbers. */
export function CountRow({ count, passage, timezone }: RowProps) {
  const text = useText();
  const { t } = text;
  const { startedAt, finishedAt, by, state } = count;
  const when = {
    date: formatDate(instantToDate(timezone, startedAt), text),
    from: formatClock(startedAt, timezone),
    to: formatClock(finishedAt, timezone),
  };
  return (
    <li className={styles.count}>
      <div className={styles.countText}>
        <p className={styles.note}>
          {by === null ? t('setUp.count.on', when) : t('setUp.count.onBy', { ...when, name: isolateText(by) })}
        </p>
        <p className={styles.verdict} data-state={state}>
          {describeResult(count, text)}
        </p>
        {state === 'compared' && <Numbers count={count} passage={passage} timezone={timezone} />}
      </div>
      <Deleting count={count} title={t('setUp.count.deleteAsk', when)} />
    </li>
  );
}

function Numbers({ count, passage, timezone }: RowProps) {
  const { t, locale } = useText();
  const { comparedFrom, comparedTo, handAlong, handAgainst, sensorAlong, sensorAgainst } = count;
  const number = (value: number) => formatNumber(value, { locale, decimals: 0 });
  const outside = t('setUp.outside');
  const clock = (at: number | null) => (at === null ? '' : formatClock(at, timezone));
  const way = (place: string | null, hand: number, sensor: number) =>
    t('setUp.count.way', { place: isolateText(place ?? outside), hand: number(hand), sensor: number(sensor) });
  return (
    <p className={styles.note}>
      {t('setUp.count.minutes', {
        minutes: Math.round(count.comparedMinutes),
        from: clock(comparedFrom),
        to: clock(comparedTo),
      })}{' '}
      {way(passage.to, handAlong, sensorAlong)} {way(passage.from, handAgainst, sensorAgainst)}
    </p>
  );
}

function Deleting({ count, title }: { count: Count; title: string }) {
  const { t } = useText();
  const client = useApolloClient();
  const [isAsking, setAsking] = useState(false);
  const [remove, { loading }] = useMutation(DeleteManualCountDocument, { variables: { manualCountId: count.id } });
  const go = async () => {
    try {
      await remove();
    } catch {
      showToast('error', t('setUp.count.deleteFailed'));
      return;
    }
    await client.refetchQueries({ include: ['ManualCounts'] });
  };
  return (
    <>
      <IconButton icon="trash" label={t('setUp.count.delete')} onClick={() => setAsking(true)} />
      {isAsking && (
        <Dialog
          title={title}
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button onClick={() => setAsking(false)}>{t('app.cancel')}</Button>
              <Button look="primary" aria-busy={loading} onClick={() => void go()}>
                {t('setUp.count.delete')}
              </Button>
            </>
          }
        />
      )}
    </>
  );
}
