import { useSubscription } from '@apollo/client/react';
import { use, useMemo, useSyncExternalStore } from 'react';
import { InsideContext } from './inside.tsx';
import { InsideOfSitesDocument } from './operations.generated.ts';

const nothing = () => () => undefined;

/** Keeps all lists below the provider current with one subscription. Renders nothing. */
export function InsideOfListsFeed({ organizationId }: { readonly organizationId: number }) {
  const store = use(InsideContext);
  const wanted = useSyncExternalStore(store?.subscribeWanted ?? nothing, () => store?.wanted() ?? '[]');
  const { installationIds, zoneIds } = useMemo(() => {
    const places = JSON.parse(wanted) as number[][];
    return { installationIds: places.map(([id]) => id as number), zoneIds: places.flatMap(([, ...ids]) => ids) };
  }, [wanted]);
  useSubscription(InsideOfSitesDocument, {
    variables: { organizationId, installationIds, zoneIds },
    skip: zoneIds.length === 0,
    ignoreResults: true,
    fetchPolicy: 'no-cache',
    onData: ({ data: { data } }) => {
      if (data) store?.set(data.liveInside);
    },
    onError: () => store?.refuse(zoneIds),
  });
  return null;
}
