import {
  buildCountingQuestions,
  type CountingQueries,
  listTableZones,
  listTabQuestions,
  type ResolvedFilters,
  reportsGender,
} from '@atrium/domain/pages';
import { useMemo } from 'react';
import { useText } from '../../i18n/index.ts';
import { type NamedNumbers, useNamedNumbers } from '../../numbers/answers/index.ts';
import { useInsideOfSites } from '../../numbers/live/index.ts';
import { useExplain } from '../explain/index.ts';
import { fetchCards, TabCards } from '../site-page/card-views.tsx';
import type { Site } from '../site-page/site.ts';
import { SitePage } from '../site-page/site-page.tsx';
import { getPollInterval, getQueriesKey, TabContent, type TabProps } from '../site-page/tab-content.tsx';
import { buildCountingModel, showsInside } from './counting-model.ts';

interface Counting {
  readonly numbers: NamedNumbers<keyof CountingQueries>;
  /** The queries that the numbers answer. */
  readonly queries: CountingQueries;
}

/** Loads all numbers of the page in one request. Polls every minute while the shown days include now. */
function useCounting(site: Site, filters: ResolvedFilters): Counting {
  const key = getQueriesKey(filters);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that the questions depend on
  const { queries, asked } = useMemo(
    () => buildCountingQuestions(site, filters, listTabQuestions('counting')),
    [site, key],
  );
  return { queries, numbers: useNamedNumbers(asked, getPollInterval(filters), 'entries') };
}

fetchCards('counting');

/** Shows a site's visitors: how many are inside, came and left, when, and where. */
export function CountingSitePage() {
  return <SitePage tab="counting">{(props) => <Overview {...props} />}</SitePage>;
}

function Overview(props: TabProps) {
  const { site, filters, now } = props;
  const { numbers: told, queries } = useCounting(site, filters);
  const numbers = filters.counted.length > 0 && told.state === 'ready' ? told.answers : null;
  const model = useMemo(
    () => (numbers ? buildCountingModel(numbers, site, filters, now) : null),
    [numbers, site, filters, now],
  );
  const zoneIds = useMemo(
    () => [...new Set([...filters.counted, ...listTableZones(site, filters)].map((each) => each.id))],
    [site, filters],
  );
  const { installationId } = site.topology;
  useInsideOfSites(useMemo(() => [{ installationId, zoneIds }], [installationId, zoneIds]));
  const showInside = showsInside(filters, site, now);
  const { t } = useText();
  const explains = useExplain('', (key) =>
    import('./ask-counting.ts').then(({ askCounting }) => askCounting(key, { queries, site, filters }, t)),
  );
  const context = { queries, site, filters, explains };
  return (
    <TabContent
      {...props}
      numbers={told}
      coverage={model?.coverage ?? null}
      explain={explains && (() => explains.open('entries'))}
      tab="counting"
      isLong={reportsGender(site) && !filters.splits}
    >
      {model && numbers && (
        <TabCards tab="counting" figures={{ ...props, model, numbers, context, showInside, explains }} />
      )}
    </TabContent>
  );
}
