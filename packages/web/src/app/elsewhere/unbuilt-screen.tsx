import { useQuery } from '@apollo/client/react';
import { mayEnter } from '@atrium/domain/access';
import { Link, Navigate, useRouteContext } from '@tanstack/react-router';
import { landing } from '../../access/index.ts';
import { useText } from '../../i18n/index.ts';
import { useViewer } from '../../organisation/index.ts';
import { buttonClass } from '../../ui/form/index.ts';
import { Icon } from '../../ui/icons/index.ts';
import { FullScreen, Loader } from '../../ui/page/index.ts';
import { StaticDashboardsDocument } from './operations.generated.ts';

/** Says that the page is not part of this version yet, to those who will be let in. */
export function UnbuiltScreen() {
  const { unbuilt } = useRouteContext({ from: '/house/$' });
  const { area, place, text } = unbuilt;
  const { say } = useText();
  const { rights } = useViewer();
  const dashboards = useQuery(StaticDashboardsDocument, { skip: area !== 'exportData' });
  if (dashboards.error !== undefined) throw dashboards.error;
  if (dashboards.loading) return <Loader />;
  const hasStaticDashboard = dashboards.data?.allDashboardsV2.some((dashboard) => dashboard.static) ?? false;
  if (!mayEnter({ rights, isRestricted: false, families: new Set(), hasStaticDashboard }, area))
    return <Navigate to={area === 'salesFunnel' ? '/' : '/not-found'} replace />;
  return (
    <FullScreen
      mark={<Icon name={place.icon} size={28} />}
      title={say(place.label)}
      text={say(text)}
      actions={
        <Link to={landing} className={buttonClass('primary')}>
          {say('app.toOverview')}
        </Link>
      }
    />
  );
}
