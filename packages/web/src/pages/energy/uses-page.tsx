import { listPartZones } from '@atrium/domain/pages';
import { listTabMetrics } from '@atrium/domain/pages/site-pages';
import { DeviceNotes } from '../devices/device-notes.tsx';
import { PartTable } from '../section/part-table.tsx';
import { SectionPage } from '../section/section-page.tsx';
import { SitePage } from '../site-page/site-page.tsx';
import type { TabProps } from '../site-page/tab-content.tsx';
import { EnergyHeadline } from './energy-headline.tsx';

/** Shows each meter: its amount, its share, and when. */
export function UsesPage() {
  return <SitePage tab="uses">{(props) => <Uses {...props} />}</SitePage>;
}

function Uses(props: TabProps) {
  const { site, filters, now } = props;
  return (
    <SectionPage {...props} tab="uses">
      {(model, explains) => (
        <>
          <EnergyHeadline
            {...{ model, filters, explains }}
            timezone={site.topology.timezone}
            partName={String}
            accounts={() => true}
          />
          <PartTable {...{ model, site, filters, now, explains }} by="DEVICE" />
          <DeviceNotes
            zoneIds={listPartZones(site, filters).map(({ id }) => id)}
            metrics={listTabMetrics('uses', site.events, now)}
            ranges={filters.ranges}
          />
        </>
      )}
    </SectionPage>
  );
}
