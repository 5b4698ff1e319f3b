import { listPartZones } from '@atrium/domain/dashboards';
import styles from '../cards/cards.module.css';
import { CountingSkeleton, overviewParts } from '../cards/states.tsx';
import { MetricCard } from '../section/metric-card.tsx';
import { SectionPage } from '../section/section-page.tsx';
import { SeriesCard } from '../section/series-card.tsx';
import { SitePage, type TabProps } from '../site-page/site-page.tsx';
import { AirHeadline } from './air-headline.tsx';
import { AirTable } from './air-table.tsx';
import { ComfortCard } from './comfort-card.tsx';
import { useAir } from './numbers/use-air.ts';
import { useBands } from './numbers/use-bands.ts';
import { SharesCard } from './shares-card.tsx';

/** Shows a site's air: whether it is good, since when, and where it is not. */
export function AtmosphereSitePage() {
  return <SitePage section="atmosphere">{(props) => <Overview {...props} />}</SitePage>;
}

function Overview(props: TabProps) {
  const { site, filters, now } = props;
  const zones = listPartZones(site, filters);
  const names = new Map(zones.map(({ id, name }) => [String(id), name]));
  const bandOf = useBands(site, filters);
  const air = useAir(props, bandOf);
  const partName = (label: string) => names.get(label) ?? label;
  return (
    <SectionPage {...props} tab="atmosphere" shape={overviewParts} bandOf={bandOf} places={air?.places ?? []}>
      {(model, explains) =>
        bandOf === null || air === null ? (
          <CountingSkeleton parts={overviewParts} />
        ) : (
          <>
            <AirHeadline {...{ model, air, site, filters, now, partName, explains }} />
            <div className={styles.kpis}>
              <ComfortCard {...{ model, air, filters, bandOf, partName, explains }} />
              {model.metrics.slice(0, 3).map((numbers) => (
                <MetricCard
                  key={numbers.metric.id}
                  {...{ numbers, model, filters, now, explains }}
                  timezone={site.topology.timezone}
                />
              ))}
            </div>
            <div className={styles.charts}>
              <SeriesCard {...{ model, site, filters, now, explains }} />
              <SharesCard {...{ model, air, filters, explains }} />
            </div>
            <AirTable {...{ model, air, zones, bandOf, filters, now, explains }} />
          </>
        )
      }
    </SectionPage>
  );
}
