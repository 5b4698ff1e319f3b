import styles from '../counting/counting.module.css';
import { InstallationPage, type TabProps } from '../installation/installation-page.tsx';
import { CourseCard } from '../section/course-card.tsx';
import { MetricCard } from '../section/metric-card.tsx';
import { partZones, SectionTab } from '../section/section-page.tsx';
import { AirHeadline } from './air-headline.tsx';
import { airMetrics } from './air-metrics.ts';
import { AirTable } from './air-table.tsx';
import { ComfortCard } from './comfort-card.tsx';
import { SharesCard } from './shares-card.tsx';

/** A site's air: whether it is good, since when, and where it is not. */
export function AtmosphereInstallationPage() {
  return <InstallationPage section="atmosphere">{(props) => <Overview {...props} />}</InstallationPage>;
}

function Overview(props: TabProps) {
  const { site, filters, now } = props;
  const names = new Map(partZones(props).map(({ id, name }) => [String(id), name]));
  const partName = (label: string) => names.get(label) ?? label;
  return (
    <SectionTab {...props} metrics={airMetrics(site, now)} partsBy="ZONE_ID" week={null}>
      {(model) => (
        <>
          <AirHeadline model={model} filters={filters} partName={partName} />
          <div className={styles.kpis}>
            <ComfortCard model={model} filters={filters} partName={partName} />
            {model.metrics.slice(0, 3).map((numbers) => (
              <MetricCard key={numbers.metric.id} {...{ numbers, model, filters, now }} />
            ))}
          </div>
          <div className={styles.charts}>
            <CourseCard model={model} site={site} filters={filters} now={now} />
            <SharesCard model={model} />
          </div>
          <AirTable model={model} zones={partZones(props)} filters={filters} now={now} />
        </>
      )}
    </SectionTab>
  );
}
