import { useQuery } from '@apollo/client/react';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { findErrorCode, retryQuery } from '../answers/index.ts';
import { useText } from '../i18n/index.ts';
import { Loading } from '../ui/loading/index.ts';
import { LoadFailed, NotFound, usePageName } from '../ui/page/index.ts';
import styles from './editor.module.css';
import { PlanOfZoneDocument, PlanPlacesDocument, type PlanPlacesQuery } from './operations.generated.ts';
import { buildPlaces } from './places.ts';
import { PlanEditor } from './plan-editor.tsx';
import { readPlan } from './read-plan.ts';

const from = '/authenticated/settings/sites/$siteId/plan';

/** Plans of a site: one per zone, the outermost first. */
export function PlanPage() {
  const { siteId } = useParams({ from });
  const { zone: wanted } = useSearch({ from });
  const installationId = /^[1-9]\d{0,8}$/.test(siteId) ? Number(siteId) : 0;
  const { data, error, refetch } = useQuery(PlanPlacesDocument, {
    variables: { installationId },
    fetchPolicy: 'network-only',
  });
  const zones = data?.zonesByInstallation.filter(({ isDisabled }) => !isDisabled) ?? [];
  const site = zones[0]?.installation.name ?? '';
  usePageName(site);
  if (error !== undefined && data === undefined)
    return <LoadFailed code={findErrorCode(error)} retry={() => void retryQuery(refetch)} />;
  if (data === undefined) return <Loading className={styles.ghost} />;
  const zone = zones.find(({ id }) => id === wanted) ?? outermost(zones);
  if (zone === undefined) return <NotFound />;
  return <ZonePlan key={zone.id} zone={zone} zones={zones} places={data} />;
}

type Zones = PlanPlacesQuery['zonesByInstallation'];

const outermost = (zones: Zones) => zones.find(({ parentIds }) => parentIds.length === 0) ?? zones[0];

interface ZonePlanProps {
  readonly zone: Zones[number];
  readonly zones: Zones;
  readonly places: PlanPlacesQuery;
}

/** Always refetched when opened, so that another user's changes are not overwritten. */
function ZonePlan({ zone, zones, places: answer }: ZonePlanProps) {
  const { t } = useText();
  const navigate = useNavigate({ from: '/settings/sites/$siteId/plan' });
  const { data, error, refetch } = useQuery(PlanOfZoneDocument, {
    variables: { zoneId: zone.id },
    fetchPolicy: 'network-only',
  });
  const places = useMemo(() => buildPlaces(answer), [answer]);
  const read = useMemo(() => (data === undefined ? null : readPlan(data.mapViewConfigByZoneId[0])), [data]);
  if (error !== undefined && data === undefined)
    return <LoadFailed code={findErrorCode(error)} retry={() => void retryQuery(refetch)} />;
  if (data === undefined) return <Loading className={styles.ghost} />;
  if (read === null) return <p className={styles.note}>{t('plan.unreadable')}</p>;
  return (
    <PlanEditor
      zone={zone}
      zones={zones}
      places={places}
      read={read}
      onZone={(id) => void navigate({ search: { zone: id } })}
    />
  );
}
