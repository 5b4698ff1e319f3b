import { useSubscription } from '@apollo/client/react';
import { useState } from 'react';
import { useViewer } from '../../../organisation/index.ts';
import { type InsideNow, insideOf, type TopZone, type ZoneFigure } from './inside-now.ts';
import { SidebarInsideDocument } from './operations.generated.ts';

/** How many people are inside a site, kept current by the server; null until it has said so. */
export function useInsideNow(installationId: number, zones: readonly TopZone[]): InsideNow | null {
  const { organization } = useViewer();
  const [figures, setFigures] = useState<ReadonlyMap<number, ZoneFigure>>(new Map());
  useSubscription(SidebarInsideDocument, {
    variables: { organizationId: organization.id, installationId, zoneIds: zones.map((zone) => zone.id) },
    skip: zones.length === 0,
    ignoreResults: true,
    fetchPolicy: 'no-cache',
    onData: ({ data: { data } }) => {
      if (data?.liveMetric === undefined) return;
      const { entityId, value, state } = data.liveMetric;
      setFigures((before) =>
        new Map(before).set(entityId, { value, state: state === 'known' || state === 'closed' ? state : 'missing' }),
      );
    },
  });
  return insideOf(zones, figures);
}
