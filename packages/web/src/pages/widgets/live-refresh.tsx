import { useSubscription } from '@apollo/client/react';
import type { RawQuery } from '@atrium/domain/numbers';
import { getWidgetSpec, type LiveFeed, listLiveFeeds } from '@atrium/domain/pages/widgets';
import { useEffect, useRef } from 'react';
import { WidgetLiveDocument } from './operations.generated.ts';
import type { PlannedWidget } from './plan-board.ts';

interface LiveRefreshProps {
  readonly planned: readonly PlannedWidget[];
  readonly again: (queries: readonly RawQuery[]) => void;
}

/** Refetches live widgets whenever one of their zones reports (G06). */
export function LiveRefresh({ planned, again }: LiveRefreshProps) {
  return planned.flatMap(({ key, widget, context, plan, live }) => {
    if (live !== 'live' || plan.kind !== 'shown' || getWidgetSpec(widget.type).source === 'own') return [];
    const feeds = listLiveFeeds(widget, context);
    // Figures of one zone are pushed, so they need no refetch.
    const isPushed =
      widget.type === 'kpis' &&
      feeds.every(({ target, entityIds }) => target === 'ZONE' && entityIds.length === 1) &&
      feeds.length === 1;
    return isPushed
      ? []
      : feeds.map((feed) => (
          <Listener
            key={`${key} ${JSON.stringify(feed)}`}
            feed={feed}
            refresh={() => again(plan.queries.map(({ query }) => query))}
          />
        ));
  });
}

/** Delay in ms between a push and the refetch, so that several pushes cause one. */
const pause = 1000;

function Listener({ feed, refresh }: { readonly feed: LiveFeed; readonly refresh: () => void }) {
  const known = useRef(new Set<string>());
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const latest = useRef(refresh);
  latest.current = refresh;
  useEffect(() => () => clearTimeout(timer.current ?? undefined), []);
  useSubscription(WidgetLiveDocument, {
    variables: { ...feed, entityIds: [...feed.entityIds], metrics: [...feed.metrics] },
    ignoreResults: true,
    onData: ({ data: { data } }) => {
      const pushed = data?.liveMetric;
      if (!pushed) return;
      const pair = `${pushed.entityId} ${pushed.metric}`;
      // The first push of a value only repeats the answer.
      const isNews = known.current.has(pair);
      known.current.add(pair);
      if (!isNews || timer.current !== null) return;
      timer.current = setTimeout(() => {
        timer.current = null;
        latest.current();
      }, pause);
    },
  });
  return null;
}
