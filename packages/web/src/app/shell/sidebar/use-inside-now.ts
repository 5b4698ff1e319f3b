import { useSubscription } from '@apollo/client/react';
import { useState } from 'react';
import { mayDo, useViewer } from '../../../organization/index.ts';
import { type InsideNow, insideOf, type TopZone, type ZoneFigure } from './inside-now.ts';
import { SidebarInsideDocument } from './operations.generated.ts';

/** How many people are inside a site, kept current by the server; null until it has said so, 'untold' where it won't. */
export function useInsideNow(installationId: number, zones: readonly TopZone[]): InsideNow | 'untold' | null {
  const viewer = useViewer();
  const sees = mayDo(viewer, 'numbers');
  const [figures, setFigures] = useState<ReadonlyMap<number, ZoneFigure> | null>(new Map());
  useSubscription(SidebarInsideDocument, {
    variables: { organizationId: viewer.organization.id, installationId, zoneIds: zones.map((zone) => zone.id) },
    skip: zones.length === 0 || !sees,
    ignoreResults: true,
    fetchPolicy: 'no-cache',
    onData: ({ data: { data } }) => {
      if (data?.liveMetric === undefined) return;
      const { entityId, value, state } = data.liveMetric;
      setFigures((before) =>
        new Map(before ?? []).set(entityId, {
          value,
          state: state === 'known' || state === 'closed' ? state : 'missing',
        }),
      );
    },
    // Not the viewer's to see any more.
    onError: () => setFigures(null),
  });
  return figures === null || !sees ? 'untold' : insideOf(zones, figures);
}
