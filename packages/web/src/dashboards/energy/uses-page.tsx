import { useText } from '../../i18n/index.ts';
import { DeviceNotes } from '../devices/device-notes.tsx';
import { PartTable } from '../section/part-table.tsx';
import { partZones, SectionTab } from '../section/section-page.tsx';
import { SitePage, type TabProps } from '../site-page/site-page.tsx';
import { EnergyHeadline } from './energy-headline.tsx';
import { energyMetrics } from './energy-metrics.ts';

/** Each meter by itself: what it counted, its share, and when. */
export function UsesPage() {
  return <SitePage section="energy">{(props) => <Uses {...props} />}</SitePage>;
}

function Uses(props: TabProps) {
  const { site, filters, now } = props;
  const { t } = useText();
  return (
    <SectionTab
      {...props}
      metrics={energyMetrics(site, now)}
      partsBy="DEVICE"
      week={null}
      shape={['headline', 'table']}
    >
      {(model, explains) => (
        <>
          <EnergyHeadline
            {...{ model, filters, explains }}
            timezone={site.topology.timezone}
            partName={String}
            accounts={() => true}
          />
          <PartTable
            {...{ model, filters, now, explains }}
            title={t('section.meters')}
            heading={t('section.meter')}
            amount={t('section.used')}
            name={String}
            zoneIdOf={() => null}
          />
          <DeviceNotes
            zoneIds={partZones(props).map(({ id }) => id)}
            metrics={energyMetrics(site, now)}
            ranges={filters.ranges}
          />
        </>
      )}
    </SectionTab>
  );
}
