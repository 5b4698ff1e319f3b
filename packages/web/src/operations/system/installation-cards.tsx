import type { ReactNode } from 'react';
import { type MessageId, useText } from '../../i18n/index.ts';
import { useDates } from '../../people/organization/index.ts';
import styles from './system.module.css';
import { formatBytes, formatCount, formatMilliseconds, type Installation } from './system-text.ts';

/** What only operators see: stores, backups, disk and memory, version, and what grows. */
export function InstallationCards({ installation }: { readonly installation: Installation }) {
  return (
    <>
      <StoresCard installation={installation} />
      <BackupsCard installation={installation} />
      <DiskCard installation={installation} />
      <GrowthCard installation={installation} />
      <VersionCard installation={installation} />
    </>
  );
}

interface CardProps {
  readonly installation: Installation;
}

function Card({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.card} aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      {children}
    </section>
  );
}

/** A fact with its value at the end. */
function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function StoresCard({ installation }: CardProps) {
  const text = useText();
  const { t } = text;
  const { stores, answerMs, role, problems } = installation;
  const isReady = problems.every(({ name }) => name !== 'notReady');
  return (
    <Card title={t('system.health')}>
      <dl className={styles.facts}>
        <Fact name="/readyz">{t(isReady ? 'system.ready' : 'system.notReady')}</Fact>
        <Fact name={t('system.answers')}>{formatMilliseconds(answerMs, text)}</Fact>
        {stores.map(({ name, isEmbedded, bytes }) => (
          <Fact key={name} name={t(`system.store.${name}` as MessageId)}>
            {formatBytes(bytes, text)} · {t(isEmbedded ? 'system.embedded' : 'system.onServer')}
          </Fact>
        ))}
        <Fact name={t('system.process')}>{t(`system.role.${role}` as MessageId)}</Fact>
      </dl>
    </Card>
  );
}

/** The last 14 nights as bars, whose height is the size of what was new. */
function BackupsCard({ installation: { backups, rehearsal } }: CardProps) {
  const text = useText();
  const { t } = text;
  const { moment, date } = useDates();
  if (backups === null)
    return (
      <Card title={t('system.backups')}>
        <p className={styles.body}>{t('system.backups.missing')}</p>
      </Card>
    );
  const { nights, place, last, next } = backups;
  const largest = Math.max(1, ...nights.map(({ bytes }) => bytes ?? 0));
  const made = nights.filter(({ state }) => state === 'made').length;
  return (
    <Card title={t('system.backups')}>
      <p className={styles.body}>{t('system.nights', { made, all: nights.length })}</p>
      <ol className={styles.nights}>
        {nights.map(({ due, state, bytes, problem }) => {
          const what =
            state === 'made' ? formatBytes(bytes, text) : (problem ?? t(`system.night.${state}` as MessageId));
          return (
            <li key={due} data-state={state} title={`${date(due)}: ${what}`}>
              <span
                aria-hidden="true"
                style={{ blockSize: state === 'made' ? `${Math.max(4, ((bytes ?? 0) / largest) * 100)}%` : '100%' }}
              />
              <span className="visually-hidden">{`${date(due)}: ${what}`}</span>
            </li>
          );
        })}
      </ol>
      <dl className={styles.facts}>
        <Fact name={t('system.backups.last')}>{last === null ? t('system.never') : moment(last)}</Fact>
        <Fact name={t('system.backups.next')}>{moment(next)}</Fact>
        <Fact name={t('system.backups.place')}>
          <bdi className={styles.code}>{place}</bdi>
        </Fact>
        <Fact name={t('system.backups.rehearsed')}>
          {rehearsal === null
            ? t('system.never')
            : rehearsal.problem === null
              ? moment(rehearsal.begun)
              : t('system.backups.rehearsalFailed', { time: moment(rehearsal.begun) })}
        </Fact>
      </dl>
    </Card>
  );
}

function DiskCard({ installation }: CardProps) {
  const text = useText();
  const { t } = text;
  const { diskFree, diskTotal, memoryProcess, memoryAnalytics, memoryLimit, stores } = installation;
  const own = stores.every(({ bytes, isEmbedded }) => bytes !== null && isEmbedded)
    ? stores.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0)
    : null;
  return (
    <Card title={t('system.disk')}>
      <dl className={styles.facts}>
        <Fact name={t('system.disk.free')}>
          {t('system.of', { part: formatBytes(diskFree, text), whole: formatBytes(diskTotal, text) })}
        </Fact>
      </dl>
      {diskFree !== null && diskTotal !== null && (
        <meter
          className={styles.meter}
          min={0}
          max={diskTotal}
          value={diskTotal - diskFree}
          aria-label={t('system.disk')}
        />
      )}
      <dl className={styles.facts}>
        {own !== null && <Fact name={t('system.disk.own')}>{formatBytes(own, text)}</Fact>}
        <Fact name={t('system.memory')}>
          {t('system.of', { part: formatBytes(memoryProcess, text), whole: formatBytes(memoryLimit, text) })}
        </Fact>
        <Fact name={t('system.memory.readings')}>{formatBytes(memoryAnalytics, text)}</Fact>
      </dl>
    </Card>
  );
}

function GrowthCard({ installation: { expiredRows } }: CardProps) {
  const text = useText();
  const { t } = text;
  const { moment } = useDates();
  return (
    <Card title={t('system.growth')}>
      {expiredRows === null ? (
        <p className={styles.body}>{t('system.growth.never')}</p>
      ) : (
        <>
          <p className={styles.body}>{t('system.growth.last', { time: moment(expiredRows.begun) })}</p>
          <dl className={styles.facts}>
            {expiredRows.amounts.length === 0 && <Fact name={t('system.growth.rows')}>{formatCount(0, text)}</Fact>}
            {expiredRows.amounts.map(({ name, value }) => (
              <Fact key={name} name={name}>
                {formatCount(value, text)}
              </Fact>
            ))}
          </dl>
        </>
      )}
    </Card>
  );
}

function VersionCard({ installation: { version, whatsNew, license, packages } }: CardProps) {
  const text = useText();
  const { t } = text;
  return (
    <Card title={t('system.build')}>
      <dl className={styles.facts}>
        <Fact name={t('system.build.version')}>
          <bdi>{version}</bdi>
        </Fact>
        <Fact name={t('system.licenses')}>
          <bdi>{license}</bdi>
          {packages !== null && ` · ${t('system.packages', { count: packages })}`}
        </Fact>
      </dl>
      {whatsNew.length > 0 && (
        <details className={styles.news}>
          <summary>{t('system.whatsNew')}</summary>
          <ul dir="ltr" lang="en">
            {whatsNew.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  );
}
