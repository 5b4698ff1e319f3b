import { MetricSeriesCard } from '../section/metric-series-card.tsx';
import { PartTable } from '../section/part-table.tsx';
import styles from '../section/section.module.css';
import { SectionPage } from '../section/section-page.tsx';
import { SitePage } from '../site-page/site-page.tsx';
import type { TabProps } from '../site-page/tab-content.tsx';

/** Shows when and through which doors people enter and leave. */
export function FlowPage() {
  return <SitePage tab="flow">{(props) => <Flow {...props} />}</SitePage>;
}

function Flow(props: TabProps) {
  const { site, filters, now } = props;
  return (
    <SectionPage {...props} tab="flow">
      {(model, explains) => (
        <>
          <div className={styles.single}>
            <MetricSeriesCard {...{ model, site, filters, now, explains }} />
          </div>
          <PartTable {...{ model, site, filters, now, explains }} by="PASSAGE" />
        </>
      )}
    </SectionPage>
  );
}
