import type { Band } from '@atrium/domain/numbers';
import type { SectionTab } from '@atrium/domain/pages';
import { buildSectionQueries, listSectionQueries, listTabMetrics } from '@atrium/domain/pages/site-pages';
import { useMemo } from 'react';
import { formatUnsupported } from '../../charts/index.ts';
import { useText } from '../../i18n/index.ts';
import { useNumbers } from '../../numbers/answers/index.ts';
import { useBands } from '../atmosphere/comfort-bands.ts';
import { useAir, useSensorComforts } from '../atmosphere/use-air.ts';
import { Quiet, TabSkeleton } from '../cards/states.tsx';
import { useExplain } from '../explain/index.ts';
import { fetchCards, TabCards } from '../site-page/card-views.tsx';
import { SitePage } from '../site-page/site-page.tsx';
import { getPollInterval, getQueriesKey, TabContent, type TabProps } from '../site-page/tab-content.tsx';
import { buildSectionModel } from './section-model.ts';

/** Returns the page of a tab. */
export function createTabPage(tab: SectionTab) {
  fetchCards(tab);
  const Tab = tab === 'atmosphere' ? AirTab : tab === 'rooms' ? RoomsTab : SectionContent;
  return function TabPage() {
    return <SitePage tab={tab}>{(props) => <Tab {...props} tab={tab} />}</SitePage>;
  };
}

interface TabPageProps extends TabProps {
  readonly tab: SectionTab;
}

/** Rates the air of places over the whole period. */
function AirTab(props: TabPageProps) {
  const bandOf = useBands(props.site, props.filters);
  const air = useAir(props, bandOf);
  return (
    <SectionContent {...props} {...{ bandOf }} places={air?.places ?? []} rated={bandOf && air && { bandOf, air }} />
  );
}

/** Rates the air at each sensor. */
function RoomsTab(props: TabPageProps) {
  const comforts = useSensorComforts(props);
  const bandOf = useBands(props.site, props.filters);
  return <SectionContent {...props} {...{ bandOf }} rated={bandOf && { bandOf, comforts }} />;
}

interface SectionContentProps extends TabPageProps {
  /** The limits that rate the page's values. */
  readonly bandOf?: ((metric: string) => Band) | null;
  /** The parts that have time shares. */
  readonly places?: readonly string[];
  /** Figures of rated tabs beside those of every tab; null while loading. */
  readonly rated?: object | null;
}

/** A tab for some of a site's metrics: the applied filters, then the numbers or the reason why there are none. */
function SectionContent({ tab, bandOf = null, places = [], rated = {}, ...props }: SectionContentProps) {
  const { site, filters, now } = props;
  const text = useText();
  const metrics = listTabMetrics(tab, site.events, now);
  const key = `${metrics} ${getQueriesKey(filters)}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that the questions depend on
  const queries = useMemo(() => buildSectionQueries(tab, site, filters, metrics), [site, key, tab]);
  const isEmpty = filters.counted.length === 0;
  const asked = useMemo(() => (isEmpty ? [] : listSectionQueries(queries)), [queries, isEmpty]);
  const numbers = useNumbers(asked, getPollInterval(filters));
  const model = useMemo(
    () => (numbers.state === 'ready' ? buildSectionModel(queries, numbers.answers, { site, filters, now }) : null),
    [numbers, queries, site, filters, now],
  );
  const explains = useExplain('section', (part, spans) =>
    import('./ask-section.ts').then(({ askSection }) =>
      askSection(part, { queries, site, filters, now, bandOf, places }, spans, text),
    ),
  );
  return (
    <TabContent
      {...props}
      numbers={numbers}
      tab={tab}
      coverage={model?.coverage ?? null}
      explain={explains && (() => explains.open(model?.metrics[0]?.metric.id))}
    >
      {model &&
        (model.metrics.length === 0 ? (
          <Quiet
            text={model.notTold.length > 0 ? formatUnsupported(model.notTold, text.t) : text.t('section.nothing')}
          />
        ) : rated === null ? (
          <TabSkeleton tab={tab} />
        ) : (
          <TabCards tab={tab} figures={{ ...props, model, metrics, explains, ...rated }} />
        ))}
    </TabContent>
  );
}
