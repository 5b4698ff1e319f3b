import { useApolloClient, useMutation, useQuery } from '@apollo/client/react';
import { instantToDate } from '@atrium/domain/core';
import { formatClock, formatDate, formatNumber } from '@atrium/domain/core/format';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { isolateText, useText } from '../../i18n/index.ts';
import { findErrorCode, retryQuery } from '../../numbers/answers/index.ts';
import { Button, IconButton } from '../../ui/form/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { showToast } from '../../ui/overlays/toast-list.ts';
import { LoadFailed, Loading } from '../../ui/page/loading.tsx';
import { PageHeader, usePageName } from '../../ui/page/page-header.tsx';
import { CountingScreen } from './counting-screen.tsx';
import { type Count, type CountedPassage, describeResult } from './current-count.ts';
import styles from './manual-counts.module.css';
import { DeleteManualCountDocument, ManualCountsDocument } from './operations.generated.ts';
import { useCurrentCount } from './use-current-count.ts';

/** Polling interval for the sensor's counts, ms. */
const pollMs = 30_000;

/** Doors of a site: start a manual count, and compare earlier counts with the sensors. */
export function ManualCountsPage() {
  const { t } = useText();
  const { siteId } = useParams({ from: '/authenticated/settings/sites/$siteId/counts' });
  const installationId = /^[1-9]\d{0,8}$/.test(siteId) ? Number(siteId) : 0;
  const { data, error, refetch } = useQuery(ManualCountsDocument, {
    variables: { installationId },
    fetchPolicy: 'cache-and-network',
    pollInterval: pollMs,
  });
  const counting = useCurrentCount();
  const found = data?.manualCounts;
  usePageName(found?.site ?? '');
  if (found === undefined && error !== undefined)
    return <LoadFailed code={findErrorCode(error)} retry={() => void retryQuery(refetch)} />;
  if (found === undefined) return <Loading className={styles.ghost} />;
  const { count } = counting;
  const isHere = count?.installationId === installationId;
  const counted = isHere ? found.passages.find(({ id }) => id === count.passageId) : undefined;
  return (
    <>
      <PageHeader title={t('setUp.count.title')} />
      {count !== null && counted !== undefined && (
        <CountingScreen counting={counting} count={count} passage={counted} timezone={found.timezone} />
      )}
      {count !== null && counted === undefined && (
        <OtherCountNotice installationId={isHere ? null : count.installationId} onDiscard={counting.discard} />
      )}
      {counted === undefined && <p className={styles.intro}>{t('setUp.count.intro')}</p>}
      {found.passages.length === 0 && <p className={styles.empty}>{t('setUp.count.noDoors')}</p>}
      <ul className={styles.doors}>
        {found.passages.map((passage) => (
          <Door
            key={passage.id}
            passage={passage}
            timezone={found.timezone}
            onCount={count === null ? () => counting.start(installationId, passage.id) : null}
          />
        ))}
      </ul>
    </>
  );
}

/** A count started on this device at another site, or at a removed door (null). */
function OtherCountNotice({ installationId, onDiscard }: { installationId: number | null; onDiscard: () => void }) {
  const { t } = useText();
  return (
    <p className={styles.elsewhere} role="status">
      {t(installationId === null ? 'setUp.count.doorGone' : 'setUp.count.elsewhere')}{' '}
      {installationId !== null && (
        <Link to="/settings/sites/$siteId/counts" params={{ siteId: String(installationId) }}>
          {t('setUp.count.goThere')}
        </Link>
      )}
      {installationId === null && (
        <Button look="quiet" onClick={onDiscard}>
          {t('setUp.count.discard')}
        </Button>
      )}
    </p>
  );
}

interface DoorProps {
  readonly passage: CountedPassage;
  readonly timezone: string;
  /** null while a count is running. */
  readonly onCount: (() => void) | null;
}

function Door({ passage, timezone, onCount }: DoorProps) {
  const { t } = useText();
  const { name, from, to, interval, counts } = passage;
  const outside = t('setUp.outside');
  return (
    <li className={styles.door}>
      <div className={styles.doorHead}>
        <div className={styles.doorName}>
          <h2>{name}</h2>
          <p className={styles.note}>
            {t('setUp.count.leads', { from: isolateText(from ?? outside), to: isolateText(to ?? outside) })}{' '}
            {interval === null
              ? t('setUp.count.noSensor')
              : t('setUp.count.every', { minutes: Math.round(interval / 6) / 10 })}
          </p>
        </div>
        <Button
          icon="plus"
          aria-label={t('setUp.count.startAt', { door: name })}
          disabled={onCount === null}
          onClick={onCount ?? undefined}
        >
          {t('setUp.count.start')}
        </Button>
      </div>
      {counts.length === 0 ? (
        <p className={styles.note}>{t('setUp.count.none')}</p>
      ) : (
        <ul className={styles.counts}>
          {counts.map((one) => (
            <CountRow key={one.id} count={one} passage={passage} timezone={timezone} />
          ))}
        </ul>
      )}
    </li>
  );
}

interface RowProps {
  readonly count: Count;
  readonly passage: CountedPassage;
  readonly timezone: string;
}

/** A manual count, its result for the sensor, and the underlying numbers. */
function CountRow({ count, passage, timezone }: RowProps) {
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
