import { useQuery } from '@apollo/client/react';
import { Link } from '@tanstack/react-router';
import { useText } from '../i18n/index.ts';
import { useDates, usePages } from '../organization/index.ts';
import { Button } from '../ui/form/index.ts';
import { Icon } from '../ui/icons/index.ts';
import { FullScreen, PageHeader } from '../ui/page/index.ts';
import styles from './dashboard-list.module.css';
import { DashboardListDocument, type DashboardListQuery } from './operations.generated.ts';
import { dashboardTypes, inListOrder, isDashboardType, isStatic } from './order.ts';

type Dashboard = DashboardListQuery['allDashboardsV2'][number];

/** Every dashboard the viewer may open, with its kind and when it was last changed. */
export function DashboardListPage() {
  const { say, locale } = useText();
  const { data, error, refetch } = useQuery(DashboardListDocument);
  const leadsTo = usePages();
  const list = data && inListOrder(data.allDashboardsV2, locale).filter(({ url }) => leadsTo(url));
  const failed = error !== undefined && list === undefined;
  return (
    <>
      <PageHeader
        title={say('dashboardList.title')}
        status={list && list.length > 0 && say('dashboardList.count', { count: list.length })}
      />
      {failed && (
        <FullScreen
          title={say('dashboardList.failed')}
          actions={
            <Button icon="reload" onClick={() => void refetch().catch(() => undefined)}>
              {say('app.tryAgain')}
            </Button>
          }
        />
      )}
      {list?.length === 0 && <p className={styles.empty}>{say('dashboardList.none')}</p>}
      {list === undefined && !failed && <div className={styles.ghost} role="status" aria-label={say('app.loading')} />}
      {list !== undefined && list.length > 0 && <Table list={list} />}
    </>
  );
}

function Table({ list }: { list: readonly Dashboard[] }) {
  const { say } = useText();
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{say('dashboardList.name')}</th>
          <th scope="col">{say('dashboardList.type')}</th>
          <th scope="col" className={styles.end}>
            {say('dashboardList.lastModified')}
          </th>
        </tr>
      </thead>
      <tbody>
        {list.map((dashboard) => (
          <Row key={dashboard.key} dashboard={dashboard} />
        ))}
      </tbody>
    </table>
  );
}

/** The name's link covers the whole row, so that a click anywhere, also one with the middle button, opens it. */
function Row({ dashboard: { type, name, url, lastModified } }: { dashboard: Dashboard }) {
  const { say } = useText();
  const { date } = useDates();
  const title = isStatic(type) && name !== '' ? say('dashboardList.sitesOf', { organization: name }) : name;
  return (
    <tr className={styles.row}>
      <th scope="row">
        <Link to={url} className={styles.link}>
          <Icon name={isStatic(type) ? 'grid' : 'table'} />
          {title || say(isDashboardType(type) ? dashboardTypes[type] : 'dashboardList.type.custom')}
        </Link>
      </th>
      <td>{isDashboardType(type) ? say(dashboardTypes[type]) : type}</td>
      <td className={styles.end}>
        {lastModified === null ? (
          <>
            <span aria-hidden="true">–</span>
            <span className="visually-hidden">{say('dashboardList.never')}</span>
          </>
        ) : (
          <time dateTime={new Date(lastModified).toISOString()}>{date(lastModified)}</time>
        )}
      </td>
    </tr>
  );
}
