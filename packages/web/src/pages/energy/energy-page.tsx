import { listPartZones, typicalWeeks } from '@atrium/domain/pages';
import { useText } from '../../i18n/index.ts';
import styles from '../cards/cards.module.css';
import { WeekCard } from '../cards/week-card.tsx';
import { MetricCard } from '../section/metric-card.tsx';
import { MetricSeriesCard } from '../section/metric-series-card.tsx';
import { PartTable } from '../section/part-table.tsx';
import { SectionPage } from '../section/section-page.tsx';
import { SitePage } from '../site-page/site-page.tsx';
import type { TabProps } from '../site-page/tab-content.tsx';
import { getMetricName } from '../words/section-texts.ts';
import { EnergyHeadline } from './energy-headline.tsx';

/** Shows a site's consumption and production: how much, when, and where. */
export function EnergySitePage() {
  return <SitePage tab="energy">{(props) => <Overview {...props} />}</SitePage>;
}

function Overview(props: TabProps) {
  const { site, filters, now } = props;
  const { t } = useText();
  const zones = new Map(listPartZones(site, filters).map((zone) => [String(zone.id), zone]));
  return (
    <SectionPage {...props} tab="energy">
      {(model, explains) => (
        <>
          {/* Zones are nested. Only the direct children of the counted zones add up to them. */}
          <EnergyHeadline
            model={model}
            filters={filters}
            partName={(label) => zones.get(label)?.name ?? label}
            explains={explains}
            timezone={site.topology.timezone}
            accounts={(label) =>
              zones.get(label)?.parentIds.some((parent) => filters.counted.some(({ id }) => id === parent)) === true
            }
          />
          <div className={styles.kpis}>
            {model.metrics.map((numbers) => (
              <MetricCard
                key={numbers.metric.id}
                {...{ numbers, model, filters, now, explains }}
                timezone={site.topology.timezone}
              />
            ))}
          </div>
          <div className={styles.charts}>
            <MetricSeriesCard {...{ model, site, filters, now, explains }} />
            <WeekCard
              model={model}
              site={site}
              now={now}
              explain={explains && ((spans) => explains.open('week', spans))}
              unit={`${model.metrics[0]?.metric.unit ?? ''}/h`}
              line={t('section.week', {
                metric: model.metrics[0] ? getMetricName(model.metrics[0].metric, t) : '',
                weeks: typicalWeeks,
              })}
            />
          </div>
          <PartTable {...{ model, site, filters, now, explains }} by="ZONE_ID" />
        </>
      )}
    </SectionPage>
  );
}
