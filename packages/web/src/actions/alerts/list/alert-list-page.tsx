import { useQuery } from '@apollo/client/react';
import { severities } from '@atrium/domain/actions/alerts';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { type MessageId, useText } from '../../../i18n/index.ts';
import { retryQuery } from '../../../numbers/answers/index.ts';
import { mayDo, useViewer } from '../../../people/organization/index.ts';
import { Button, buttonClass } from '../../../ui/form/button.tsx';
import { InlineSelect } from '../../../ui/form/inline-select.tsx';
import { Loading } from '../../../ui/page/loading.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { Table } from '../../../ui/table/table.tsx';
import { formatType } from '../condition-text.ts';
import { useOpenAlertsChange } from '../live/use-open-alerts.ts';
import { type Choosing, useAlertColumns } from './alert-columns.tsx';
import styles from './list.module.css';
import { type ListSearch, parseListSearch, shownKinds, sortKeys, toQuestion } from './list-search.ts';
import { AlertsDocument, type AlertsQuery, FiringAlertsDocument } from './operations.generated.ts';
import { useAlertChanges } from './use-alert-changes.ts';

/** Debounce of the search field, ms. */
const typingPause = 250;

/** Filters and order of the list, stored in the address. */
function ListFilters({ search, onChoose }: { search: ListSearch; onChoose: (next: ListSearch) => void }) {
  const { t } = useText();
  const { show = 'all', sort = 'state' } = search;
  const [text, setText] = useState(search.q ?? '');
  useEffect(() => {
    if (text === (search.q ?? '')) return;
    const { q: _before, ...rest } = search;
    const timer = setTimeout(() => onChoose({ ...rest, ...(text !== '' && { q: text }) }), typingPause);
    return () => clearTimeout(timer);
  }, [text, search, onChoose]);
  return (
    <search className={styles.filters}>
      <fieldset className={styles.tabs} aria-label={t('alerts.filter')}>
        {shownKinds.map((kind) => (
          <button
            key={kind}
            type="button"
            className={styles.tab}
            aria-pressed={kind === show}
            onClick={() => {
              const { show: _before, ...rest } = search;
              onChoose({ ...rest, ...(kind !== 'all' && { show: kind }) });
            }}
          >
            {t(`alerts.filter.${kind}` as MessageId)}
          </button>
        ))}
      </fieldset>
      <input
        type="search"
        className={styles.search}
        aria-label={t('alerts.search')}
        placeholder={t('alerts.search')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <InlineSelect
        label={t('alerts.severity')}
        className={styles.sort}
        value={search.severity ?? 'all'}
        options={(['all', ...severities.toReversed()] as const).map((key) => ({
          value: key,
          text: t(`alerts.severity.${key}`),
        }))}
        onChange={(key) => {
          const { severity: _before, ...rest } = search;
          onChoose({ ...rest, ...(key !== 'all' && { severity: key }) });
        }}
      />
      <InlineSelect
        label={t('alerts.sort')}
        className={styles.sort}
        value={sort}
        options={sortKeys.map((key) => ({ value: key, text: t(`alerts.sort.${key}` as MessageId) }))}
        onChange={(key) => {
          const { sort: _before, ...rest } = search;
          onChoose({ ...rest, ...(key !== 'state' && { sort: key }) });
        }}
      />
    </search>
  );
}

/** Popular first alerts. */
const suggested = ['CO2', 'limit', 'status'] as const;

/** Empty state: what alerts are for, and suggestions. */
function EmptyList({ mayCreate }: { mayCreate: boolean }) {
  const text = useText();
  const { t } = text;
  return (
    <section className={styles.empty}>
      <h2 className={styles.emptyTitle}>{t('alerts.none')}</h2>
      <p>{t('alerts.none.text')}</p>
      {mayCreate && (
        <p className={styles.suggestions}>
          {suggested.map((type) => (
            <Link key={type} to="/alerts/new-alert" search={{ type }} className={buttonClass('plain')}>
              {formatType(type, text)}
            </Link>
          ))}
        </p>
      )}
    </section>
  );
}

const pageSize = 15;
/** Polling interval of states, ms. */
const pollMs = 30_000;

type Listed = AlertsQuery['alertConnection'];

/** All alerts the viewer may see, with state and number of firings. */
export function AlertListPage() {
  const { t } = useText();
  const search = parseListSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const { afters, question } = usePages(search);
  const { data, previousData, error, refetch } = useQuery(AlertsDocument, {
    variables: { first: pageSize, after: afters.current, ...question },
    fetchPolicy: 'cache-and-network',
    pollInterval: pollMs,
  });
  useOpenAlertsChange(() => void retryQuery(refetch));
  const list = (data ?? previousData)?.alertConnection;
  const mayCreate = mayDo(useViewer(), 'newAlert');
  const choose = (next: ListSearch) => void navigate({ to: '/alerts', search: next, replace: true });
  const isFiltered = search.q !== undefined || search.show !== undefined || search.severity !== undefined;
  return (
    <>
      <PageHeader
        title={t('alerts.title')}
        actions={
          mayCreate && (
            <Link to="/alerts/new-alert" className={buttonClass('primary')}>
              {t('alerts.new')}
            </Link>
          )
        }
      />
      {(list === undefined || list.count > 0 || isFiltered) && (
        <>
          <AlertSummary />
          <ListFilters search={search} onChoose={choose} />
        </>
      )}
      {list === undefined && error !== undefined && <p className={styles.note}>{t('alerts.failed')}</p>}
      {list === undefined && error === undefined && <Loading className={styles.ghost} />}
      {list !== undefined && list.count === 0 && !isFiltered && <EmptyList mayCreate={mayCreate} />}
      {list !== undefined && list.count === 0 && isFiltered && (
        <p className={styles.note}>
          {t('alerts.noMatch')} <Button onClick={() => choose({})}>{t('alerts.clear')}</Button>
        </p>
      )}
      {list !== undefined && list.count > 0 && <Alerts list={list} afters={afters} search={search} onChoose={choose} />}
    </>
  );
}

function Alerts({ list, afters, search, onChoose }: Choosing & { list: Listed; afters: Afters }) {
  const { t } = useText();
  const columns = useAlertColumns(useAlertChanges(), Date.now(), { search, onChoose });
  const { hasNextPage, endCursor } = list.pageInfo;
  return (
    <>
      <div className={styles.list}>
        <Table
          look="list"
          className={styles.table}
          columns={columns}
          rows={list.edges.map(({ node }) => node)}
          keyOf={({ id }) => id}
          rowProps={({ enabled }) => ({ className: styles.row, 'data-off': !enabled })}
        />
      </div>
      <footer className={styles.foot}>
        <span>
          {t('alerts.count', { count: list.count })} · {t('alerts.times')}
        </span>
        <span className={styles.pages}>
          {afters.current !== null && <Button onClick={afters.back}>{t('alerts.previous')}</Button>}
          {hasNextPage && <Button onClick={() => afters.on(endCursor ?? null)}>{t('alerts.next')}</Button>}
        </span>
      </footer>
    </>
  );
}

interface Afters {
  readonly current: string | null;
  readonly back: () => void;
  readonly on: (cursor: string | null) => void;
}

/** Pages visited for one search. A new search starts at its first page. */
function usePages(search: ListSearch) {
  const question = toQuestion(search);
  const key = JSON.stringify(question);
  const [trail, setTrail] = useState<readonly (string | null)[]>([null]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key represents the query
  useEffect(() => setTrail([null]), [key]);
  const afters: Afters = {
    current: trail.at(-1) ?? null,
    back: () => setTrail(trail.slice(0, -1)),
    on: (cursor) => setTrail([...trail, cursor]),
  };
  return { afters, question };
}

/** One sentence: which alerts need attention now. */
function AlertSummary() {
  const { t, locale } = useText();
  const { data, refetch } = useQuery(FiringAlertsDocument, {
    fetchPolicy: 'cache-and-network',
    pollInterval: pollMs,
  });
  // A failed response leaves the last one, and polling goes on.
  useOpenAlertsChange(() => void retryQuery(refetch));
  if (data === undefined) return <p className={styles.answer} aria-hidden="true" />;
  const { count, nodes } = data.alertConnection;
  if (count === 0) return <p className={styles.answer}>{t('alerts.answer.quiet')}</p>;
  const which = nodes.map(({ name, installations }) =>
    t('alerts.answer.which', { alert: name, site: installations[0]?.name ?? '' }),
  );
  return (
    <p className={styles.answer}>
      <strong>{t('alerts.answer.firing', { count })}</strong>: {new Intl.ListFormat(locale).format(which)}
      {count > which.length ? '…' : '.'}
    </p>
  );
}
