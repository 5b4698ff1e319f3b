import { useQuery } from '@apollo/client/react';
import { instantToDate } from '@atrium/domain/core';
import { formatDate, formatNumber, formatPercent } from '@atrium/domain/core/format';
import { applyFromToday, findPastChange, type SiteDeclaration } from '@atrium/domain/setup/site-files';
import { useEffect, useState } from 'react';
import { useText } from '../../../i18n/index.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Table } from '../../../ui/table/table.tsx';
import { toInput } from '../declaration.ts';
import { PastNumbersDocument, type PastNumbersQuery } from '../operations.generated.ts';
import styles from './past.module.css';
import type { Editing } from './use-editing.ts';

/** Number of bars: the last days. */
const maxBars = 31;

/** Counts per day, with the added or removed part hatched. The table beside it has the figures. */
function PastBars({ zone }: { zone: Pick<PastZone, 'days'> }) {
  const days = zone.days.slice(-maxBars);
  const highest = Math.max(1, ...days.flatMap(({ before, after }) => [before ?? 0, after ?? 0]));
  const height = (value: number) => `${(value / highest) * 100}%`;
  return (
    <div className={styles.bars} aria-hidden="true">
      {days.map(({ date, before, after }) => {
        const [old, next] = [before ?? 0, after ?? 0];
        return (
          <span key={date} className={styles.bar}>
            <span
              className={styles.moved}
              data-falls={next < old || undefined}
              style={{ blockSize: height(Math.abs(next - old)) }}
            />
            <span className={styles.kept} style={{ blockSize: height(Math.min(old, next)) }} />
          </span>
        );
      })}
    </div>
  );
}

/** Maximum number of zones listed by name. */
const maxNamedZones = 3;
const debounceMs = 600;

/** Previews how a change in the past alters existing numbers, before saving. Renders nothing if none change. */
export function PastBanner({ editing }: { editing: Editing }) {
  const { stored, site } = editing;
  return findPastChange(stored, site, Date.now()) === null ? null : <Banner editing={editing} />;
}

function Banner({ editing: { stored, site, change } }: { editing: Editing }) {
  const { t } = useText();
  const asked = useDebouncedSite(site);
  const { data, previousData, error } = useQuery(PastNumbersDocument, {
    variables: { declaration: toInput(asked) },
    fetchPolicy: 'network-only',
  });
  const past = asked === site ? data?.pastNumbers : undefined;
  const hasFailed = error !== undefined && asked === site;
  const [first] = past?.zones ?? [];
  // Shown only while the last answer reports changed numbers, or after a failure.
  if (!hasFailed && ((data ?? previousData)?.pastNumbers?.zones.length ?? 0) === 0) return null;
  return (
    <section className={styles.banner} aria-label={t('setUp.past.title')}>
      <div className={styles.words} role="status">
        <p className={styles.title}>{t('setUp.past.title')}</p>
        {past == null ? <p>{t(hasFailed ? 'setUp.past.failed' : 'setUp.past.reading')}</p> : <Words past={past} />}
        {first !== undefined && <PastDays zone={first} />}
      </div>
      {first !== undefined && <PastBars zone={first} />}
      <Button onClick={() => change(applyFromToday(stored, site, instantToDate(site.timezone, Date.now())))}>
        {t('setUp.past.fromToday')}
      </Button>
    </section>
  );
}

function Words({ past: { zones, from, to, isCut, unchanged } }: { past: Past }) {
  const text = useText();
  const { t, locale } = text;
  const number = (value: number | null) =>
    value === null ? t('setUp.past.unknown') : formatNumber(value, { locale, decimals: 0 });
  const percent = (ratio: number | null) =>
    ratio === null ? t('setUp.past.unknown') : formatPercent(ratio * 100, { locale, decimals: 0 });
  const days = { from: formatDate(from, text), to: formatDate(to, text) };
  return (
    <>
      {zones.slice(0, maxNamedZones).map(({ name, before, after }) => (
        <p key={name}>
          {t('setUp.past.zone', { zone: name, ...days, before: number(before.entries), after: number(after.entries) })}
          {before.coverage !== after.coverage &&
            ` ${t('setUp.past.coverage', { before: percent(before.coverage), after: percent(after.coverage) })}`}
        </p>
      ))}
      <p>
        {zones.length > maxNamedZones && `${t('setUp.past.more', { count: zones.length - maxNamedZones })} `}
        {unchanged > 0 && `${t('setUp.past.others', { count: unchanged })} `}
        {isCut && t('setUp.past.cut')}
      </p>
    </>
  );
}

/** Debounces the edited site. */
function useDebouncedSite(site: SiteDeclaration): SiteDeclaration {
  const [rested, setRested] = useState(site);
  useEffect(() => {
    const timer = setTimeout(() => setRested(site), debounceMs);
    return () => clearTimeout(timer);
  }, [site]);
  return rested;
}

/** Figures of every day of a zone. */
function PastDays({ zone: { name, days } }: { zone: PastZone }) {
  const text = useText();
  const { t, locale } = text;
  const number = (value: number | null) =>
    value === null ? t('setUp.past.unknown') : formatNumber(value, { locale, decimals: 0 });
  return (
    <details className={styles.days}>
      <summary>{t('setUp.past.everyDay')}</summary>
      <Table
        caption={<span className="visually-hidden">{name}</span>}
        columns={[
          {
            key: 'date',
            head: t('setUp.date'),
            isName: true,
            cell: ({ date }) => <bdi>{formatDate(date, text)}</bdi>,
          },
          { key: 'now', head: t('setUp.past.now'), cell: ({ before }) => number(before) },
          { key: 'then', head: t('setUp.past.then'), cell: ({ after }) => number(after) },
        ]}
        rows={days}
        keyOf={({ date }) => date}
        rowProps={({ before, after }) => ({ 'data-changes': before !== after || undefined })}
      />
    </details>
  );
}

type Past = NonNullable<PastNumbersQuery['pastNumbers']>;
type PastZone = Past['zones'][number];
