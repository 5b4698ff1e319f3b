import styles from '../counting/counting.module.css';
import { CountingSkeleton, overviewParts } from '../counting/states.tsx';
import { InstallationPage, type TabProps } from '../installation/installation-page.tsx';
import { CourseCard } from '../section/course-card.tsx';
import { MetricCard } from '../section/metric-card.tsx';
import { partZones, SectionTab } from '../section/section-page.tsx';
import { AirHeadline } from './air-headline.tsx';
import { airMetrics } from './air-metrics.ts';
import { AirTable } from './air-table.tsx';
import { ComfortCard } from './comfort-card.tsx';
import { SharesCard } from './shares-card.tsx';
import { useBands } from './use-bands.ts';

/** A site's air: whether it is good, since when, and where it is not. */
export function AtmosphereInstallationPage() {
  return <InstallationPage section="atmosphere">{(props) => <Overview {...props} />}</InstallationPage>;
}

function Overview(props: TabProps) {
  const { site, filters, now } = props;
  const zones = partZones(props);
  const names = new Map(zones.map(({ id, name }) => [String(id), name]));
  const places = placesOf(props);
  const bandOf = useBands(site, filters.today);
  const partName = (label: string) => names.get(label) ?? label;
  return (
    <SectionTab
      {...props}
      metrics={airMetrics(site, now)}
      partsBy="ZONE_ID"
      week={null}
      shape={overviewParts}
      bandOf={bandOf}
    >
      {(model, explains) =>
        bandOf === null ? (
          <CountingSkeleton parts={overviewParts} />
        ) : (
          <>
            <AirHeadline {...{ model, filters, places, bandOf, partName, explains }} />
            <div className={styles.kpis}>
              <ComfortCard {...{ model, filters, places, bandOf, partName, explains }} />
              {model.metrics.slice(0, 3).map((numbers) => (
                <MetricCard key={numbers.metric.id} {...{ numbers, model, filters, now, explains }} />
              ))}
            </div>
            <div className={styles.charts}>
              <CourseCard {...{ model, site, filters, now, explains }} />
              <SharesCard {...{ model, bandOf, explains }} />
            </div>
            <AirTable {...{ model, zones, places, bandOf, filters, now, explains }} />
          </>
        )
      }
    </SectionTab>
  );
}

/**
 * The zones whose air is spoken of: the chosen one only where a sensor hangs in it itself, for the mean of all that lies
 * in it is no place.
 */
function placesOf({ site, filters }: TabProps): ReadonlySet<string> {
  const zones = partZones({ site, filters });
  const isWhole = (id: number) => filters.counted.some((zone) => zone.id === id);
  const hasSensor = (id: number) => site.airSensors.some(({ zoneId }) => zoneId === id);
  const places = zones.filter(({ id }) => !isWhole(id) || hasSensor(id));
  return new Set((places.length > 0 ? places : zones).map(({ id }) => String(id)));
}
