import { useQuery } from '@apollo/client/react';
import { Link } from '@tanstack/react-router';
import { useText } from '../../i18n/index.ts';
import { retryQuery } from '../../numbers/answers/index.ts';
import { useDates, usePages } from '../../people/organization/index.ts';
import { Button } from '../../ui/form/button.tsx';
import { Icon } from '../../ui/icons/index.ts';
import { FullScreen } from '../../ui/page/full-screen.tsx';
import { Loading } from '../../ui/page/loading.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { rowLink } from '../../ui/table/row-link.ts';
import { Table } from '../../ui/table/table.tsx';
import styles from './dashboard-list.module.css';
import { DashboardListDocument, type DashboardListQuery } from './operations.generated.ts';
import { dashboardTypes, isDashboardType, isStatic, sortDashboards } from './order.ts';

type Dashboard = DashboardListQuery['allDashboardsV2'][number];

/** All dashboards the viewer may open, with type and last change. */
export function DashboardListPage() {
  const { t, locale } = useText();
  const { data, error, refetch } = useQuery(DashboardListDocument);
  const leadsTo = usePages();
  const list = data && sortDashboards(data.allDashboardsV2, locale).filter(({ url }) => leadsTo(url));
  const failed = error !== undefined && list === undefined;
  return (
    <>
      <PageHeader
        title={t('dashboardList.title')}
        status={list && list.length > 0 && t('dashboardList.count', { count: list.length })}
      />
      {failed && (
        <FullScreen
          title={t('dashboardList.failed')}
          actions={
            <Button icon="reload" onClick={() => void retryQuery(refetch)}>
              {t('app.tryAgain')}
            </Button>
          }
        />
      )}
      {list?.length === 0 && <p className={styles.empty}>{t('dashboardList.none')}</p>}
      {list === undefined && !failed && <Loading className={styles.ghost} />}
      {list !== undefined && list.length > 0 && <Dashboards list={list} />}
    </>
  );
}

/** A click anywhere in a row opens its dashboard. */
function Dashboards({ list }: { list: readonly Dashboard[] }) {
  const { t } = useText();
  const { date } = useDates();
  return (
    <Table
      look="list"
      className={styles.table}
      columns={[
        {
          key: 'name',
          head: t('dashboardList.name'),
          isName: true,
          cell: ({ type, name, url }) => {
            const title = isStatic(type) && name !== '' ? t('dashboardList.sitesOf', { organization: name }) : name;
            return (
              <Link to={url} className={styles.link} {...rowLink}>
                <Icon name={isStatic(type) ? 'grid' : 'table'} />
                {title || t(isDashboardType(type) ? dashboardTypes[type] : 'dashboardList.type.custom')}
              </Link>
            );
          },
        },
        {
          key: 'type',
          head: t('dashboardList.type'),
          cell: ({ type }) => (isDashboardType(type) ? t(dashboardTypes[type]) : type),
        },
        {
          key: 'lastModified',
          head: t('dashboardList.lastModified'),
          className: styles.end,
          cell: ({ lastModified }) =>
            lastModified === null ? (
              <>
                <span aria-hidden="true">–</span>
                <span className="visually-hidden">{t('dashboardList.never')}</span>
              </>
            ) : (
              <time dateTime={new Date(lastModified).toISOString()}>{date(lastModified)}</time>
            ),
        },
      ]}
      rows={list}
      keyOf={({ key }) => key}
      rowProps={() => ({ className: styles.row })}
    />
  );
}
