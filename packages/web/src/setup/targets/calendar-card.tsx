import { useQuery } from '@apollo/client/react';
import { addDays, type LocalDate } from '@atrium/domain/core';
import { formatShortDay } from '@atrium/domain/core/format';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { findErrorCode, retryQuery } from '../../numbers/answers/index.ts';
import { buttonClass } from '../../ui/form/button.tsx';
import { InlineSelect } from '../../ui/form/inline-select.tsx';
import { LoadFailed, Loading } from '../../ui/page/loading.tsx';
import { Table } from '../../ui/table/table.tsx';
import { joinEntries, type SharedEntry } from './join-entries.ts';
import { SiteCalendarDocument } from './operations.generated.ts';
import type { TargetSite } from './target-cells.ts';
import styles from './targets.module.css';

/** Days that are listed: three months. */
const daysAhead = 92;
/** Sites that are named before they are counted. */
const maxNames = 3;
const everySite = 'all';

/** Holidays, closed days and events of the coming months, of all sites or one. */
export function CalendarCard({ sites, today }: { readonly sites: readonly TargetSite[]; readonly today: LocalDate }) {
  const text = useText();
  const { t, language } = text;
  const [chosen, setChosen] = useState(everySite);
  const { data, error, refetch } = useQuery(SiteCalendarDocument, {
    variables: { from: today, to: addDays(today, daysAhead), language },
    fetchPolicy: 'cache-and-network',
  });
  const nameOf = new Map(sites.map(({ id, name }) => [id, name]));
  const site = sites.find(({ id }) => String(id) === chosen) ?? null;
  const entries = data?.siteCalendar.filter(({ installationId }) => site === null || installationId === site.id);
  const title = t('setUp.calendar.title');
  const days = ({ first, last }: SharedEntry) =>
    [...new Set([first, last])].map((date) => formatShortDay(date as LocalDate, text)).join(' – ');
  const places = ({ siteIds }: SharedEntry) =>
    siteIds.length > maxNames
      ? t('setUp.calendar.sites', { count: siteIds.length })
      : siteIds.map((id) => nameOf.get(id) ?? '').join(' · ');
  return (
    <section className={styles.card} aria-label={title}>
      <div className={styles.head}>
        <h2>{title}</h2>
        <InlineSelect
          label={t('setUp.target.site')}
          value={chosen}
          options={[
            { value: everySite, text: t('setUp.target.all') },
            ...sites.map(({ id, name }) => ({ value: String(id), text: name })),
          ]}
          onChange={setChosen}
        />
        {site !== null && (
          <Link to="/settings/sites/$siteId" params={{ siteId: String(site.id) }} className={buttonClass('plain')}>
            {t('setUp.calendar.add')}
          </Link>
        )}
      </div>
      <p className={styles.note}>{t('setUp.calendar.text')}</p>
      {entries === undefined && error !== undefined && (
        <LoadFailed code={findErrorCode(error)} retry={() => void retryQuery(refetch)} />
      )}
      {entries === undefined && error === undefined && <Loading className={styles.ghost} />}
      {entries?.length === 0 && <p className={styles.note}>{t('setUp.calendar.none')}</p>}
      {entries !== undefined && entries.length > 0 && (
        <Table
          className={styles.grid}
          rows={joinEntries(entries)}
          keyOf={({ key }) => key}
          scroll={{ 'aria-label': title }}
          columns={[
            { key: 'days', cell: (entry) => <bdi>{days(entry)}</bdi> },
            { key: 'kind', cell: ({ kind }) => t(`setUp.calendar.${kind}`) },
            { key: 'name', isName: true, cell: ({ name }) => <bdi>{name}</bdi> },
            { key: 'sites', cell: (entry) => <bdi>{places(entry)}</bdi> },
          ]}
        />
      )}
    </section>
  );
}
