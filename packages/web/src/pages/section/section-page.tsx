import type { Band } from '@atrium/domain/numbers';
import { type SectionTab, siteTabs } from '@atrium/domain/pages';
import { buildSectionQueries, listSectionQueries, listTabMetrics } from '@atrium/domain/pages/site-pages';
import { type ReactNode, useMemo } from 'react';
import { formatUnsupported } from '../../charts/index.ts';
import { useText } from '../../i18n/index.ts';
import { useNumbers } from '../../numbers/answers/index.ts';
import { Quiet } from '../cards/states.tsx';
import { type Explains, useExplain } from '../explain/index.ts';

import { getPollInterval, getQueriesKey, TabContent, type TabProps } from '../site-page/tab-content.tsx';
import { buildSectionModel, type SectionModel } from './section-model.ts';

interface SectionPageProps extends TabProps {
  readonly tab: SectionTab;
  /** The limits that rate the page's values. */
  readonly bandOf?: ((metric: string) => Band) | null;
  /** The parts that have time shares. */
  readonly places?: readonly string[];
  readonly children: (model: SectionModel, explains: Explains | null) => ReactNode;
}

/** A tab for some of a site's metrics: the applied filters, then the numbers or the reason why there are none. */
export function SectionPage({ tab, bandOf = null, places = [], children, ...props }: SectionPageProps) {
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
      shape={siteTabs[tab].skeleton}
      coverage={model?.coverage ?? null}
      explain={explains && (() => explains.open(model?.metrics[0]?.metric.id))}
    >
      {model &&
        (model.metrics.length === 0 ? (
          <Quiet
            text={model.notTold.length > 0 ? formatUnsupported(model.notTold, text.t) : text.t('section.nothing')}
          />
        ) : (
          children(model, explains)
        ))}
    </TabContent>
  );
}
