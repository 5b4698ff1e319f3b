import { emptyCondition, initialAlertState } from '@atrium/domain/actions/alerts';
import type { Instant } from '@atrium/domain/core';
import { buildSample } from '@atrium/domain/setup/devices/samples';
import { sql } from 'drizzle-orm';
import type { Ingestion } from '../../../src/numbers/index.ts';
import type { Database } from '../../../src/platform/relational/relational-store.ts';
import type { Scope } from '../../../src/platform/tenancy/index.ts';

/**
 * People counted today, by the site's label; no sum or mean equals another. The air sensor, which accepts no such large
 * values, reports a tenth.
 */
export const readingByLabel = { ours: 777_771, elsewhere: 333_331, theirs: 555_551 } as const;
export type SiteLabel = keyof typeof readingByLabel;

/** Packet that a counter sent a minute ago in its maker's format. */
const packetOf = (label: SiteLabel): string =>
  buildSample('xovis', {
    device: `CANARY-SENDER-${label}`,
    name: `Canary packet ${label}`,
    at: Date.now() - 60_000,
    interval: 300,
    entered: 3,
    left: 2,
    passed: 0,
    enteredInAll: 3,
    leftInAll: 2,
    sequence: 1,
  }).text;

/** Inserts a site with one row of everything a site can have, named after the label. */
export async function seedSite(db: Database, organization: number, label: SiteLabel): Promise<void> {
  const hours = JSON.stringify({ spans: [], reset: false });
  await db.execute(sql`
    with site as (insert into installations (organization_id, key, name, address, city, country, latitude, longitude, timezone, opening_hours, creation_date, shop_id)
        values (${organization}, ${`canary-site-${label}`}, ${`Canary site ${label}`}, ${`Canary road ${label}`}, ${`Canaryville ${label}`}, 'CH',
                ${label.length}, ${label.length}, 'UTC', ${hours}::jsonb, '2020-01-01', ${`canary-shop-${label}`}) returning id),
      zone as (insert into zones (organization_id, installation_id, key, name, "order")
        select ${organization}, id, ${`canary-zone-${label}`}, ${`Canary zone ${label}`}, 0 from site returning id),
      passage as (insert into passages (organization_id, installation_id, key, name, "order")
        select ${organization}, id, ${`canary-passage-${label}`}, ${`Canary passage ${label}`}, 0 from site returning id),
      ends as (insert into passage_ends (passage_id, to_zone_id) select passage.id, zone.id from passage, zone),
      pad as (insert into devices (organization_id, installation_id, serial, name, kind, interval, installed_at)
        select ${organization}, id, ${`CANARY-PAD-${label}`}, ${`Canary pad ${label}`}, 'pad', 300, '2020-01-01' from site returning id),
      air as (insert into devices (organization_id, installation_id, serial, name, kind, interval, installed_at)
        select ${organization}, id, ${`CANARY-AIR-${label}`}, ${`Canary air ${label}`}, 'atmosphere', 300, '2020-01-01' from site returning id),
      camera as (insert into devices (organization_id, installation_id, serial, name, kind, interval, installed_at)
        select ${organization}, id, ${`CANARY-CAM-${label}`}, ${`Canary camera ${label}`}, 'camera', 300, '2020-01-01' from site returning id),
      door as (insert into device_placements (device_id, passage_id) select pad.id, passage.id from pad, passage),
      room as (insert into device_placements (device_id, zone_id) select air.id, zone.id from air, zone),
      sight as (insert into device_placements (device_id, zone_id) select camera.id, zone.id from camera, zone),
      event as (insert into events (organization_id, installation_id, name, never_ending, metrics)
        select ${organization}, id, ${`Canary event ${label}`}, true, '{affluenceIn,co2}' from site returning id),
      file as (insert into sales_imports (organization_id, at, file_name, file_key, uploader_date_time, uploader_timezone)
        values (${organization}, '2020-01-01', ${`canary-till-${label}.csv`}, ${`sales-imports/canary-${label}.csv`}, '2020-01-01', 'UTC') returning id),
      filed as (insert into sales_import_sites (organization_id, import_id, installation_id, receipts, added, corrected, turnover, currency, first_day, last_day)
        select ${organization}, file.id, site.id, 1, 1, 0, 10, 'CHF', '2020-01-01', '2020-01-01' from file, site),
      told as (insert into sales_import_receipts (organization_id, import_id, installation_id, receipt)
        select ${organization}, file.id, site.id, ${`CANARY-RECEIPT-${label}`} from file, site),
      day as (insert into sales_import_days (organization_id, import_id, installation_id, date)
        select ${organization}, file.id, site.id, '2020-01-02' from file, site),
      receipt as (insert into sales_receipts (organization_id, installation_id, receipt, sold_at, items, turnover, currency, import_id)
        select ${organization}, site.id, ${`CANARY-RECEIPT-${label}`}, now(), 1, 10, 'CHF', file.id from site, file returning id),
      sold as (insert into sales_days (organization_id, installation_id, date) select ${organization}, id, '2020-01-01' from site),
      alert as (insert into alerts (organization_id, installation_id, name, created_at)
        select ${organization}, id, ${`Canary alert rule ${label}`}, '2020-01-01' from site returning id),
      log as (insert into alert_logs (organization_id, installation_id, alert_id, condition_type, metrics, date_begin, zone_id, message)
        select ${organization}, site.id, alert.id, 'CO2', ${JSON.stringify([{ type: 'co2', threshold: 1, value: readingByLabel[label] }])}::jsonb, '2020-01-01',
          zone.id, ${`Canary alert ${label}`} from site, zone, alert),
      condition as (insert into alert_conditions (alert_id, condition)
        select alert.id, ${conditionOf()}::jsonb || jsonb_build_object('zoneId', zone.id) from alert, zone),
      action as (insert into alert_actions (alert_id, type, msg_title, msg_content, "order")
        select id, 'email', ${`Canary title ${label}`}, ${`Canary content ${label}`}, 0 from alert),
      planning as (insert into alert_plannings (organization_id, name) values (${organization}, ${`Canary list ${label}`}) returning id),
      planned as (insert into alert_planning_links (alert_id, planning_id) select alert.id, planning.id from alert, planning),
      state as (insert into alert_states (alert_id, place, revision, state)
        select alert.id, ${`canary-place-${label}`}, 1, ${JSON.stringify(initialAlertState)}::jsonb from alert),
      changed as (insert into alert_transitions (organization_id, alert_id, place, kind, at, "from", "to", seen_at)
        select ${organization}, alert.id, ${`canary-place-${label}`}, 'phase', '2020-01-01', 'ok', 'pending', '2020-01-01' from alert),
      seen as (insert into inside_corrections (organization_id, zone_id, at, value, note)
        select ${organization}, id, '2020-01-01', 7, ${`Canary note ${label}`} from zone),
      corrected as (insert into reading_corrections (organization_id, installation_id, device_id, kind, begins, ends, reason, created_at)
        select ${organization}, site.id, camera.id, 'void', now() - interval '1 hour', now(), ${`Canary reason ${label}`}, '2020-01-01' from site, camera),
      counted as (insert into manual_counts (organization_id, installation_id, passage_id, client_id, started_at, finished_at, along, against)
        select ${organization}, site.id, passage.id, ${`canary-count-${label}`}, '2020-01-01', '2020-01-02', '[]'::jsonb, '[]'::jsonb from site, passage),
      aimed as (insert into targets (organization_id, installation_id, zone_id, metric, month, value)
        select ${organization}, site.id, zone.id, 'affluenceIn', '2020-01', 7 from site, zone),
      sender as (insert into device_senders (organization_id, serial, dialect, name, first_at, last_at, marks)
        values (${organization}, ${`CANARY-SENDER-${label}/1`}, 'xovis', ${`Canary sender ${label}`}, now(), now(), '[]'::jsonb) returning id),
      packet as (insert into device_packets (sender_id, received_at, at, body, bytes, digest)
        select id, now(), now(), ${packetOf(label)}, 20, 'd' from sender),
      field_map as (insert into field_maps (organization_id, map)
        values (${organization}, ${JSON.stringify({ name: `Canary field map ${label}`, list: '', device: 'a', time: '', interval: 60, numbers: [] })}::jsonb)),
      recipe as (insert into import_recipes (organization_id, name, options)
        values (${organization}, ${`Canary recipe ${label}`}, ${recipeOptions}::jsonb)),
      past_file as (insert into readings_imports (organization_id, at, file_name, added, replaced, installation_ids, ended_at)
        select ${organization}, '2020-01-01', ${`canary-${label}.csv`}, 1, 0, array[site.id], '2020-01-01' from site),
      screen as (insert into stop_and_go_screens (organization_id, installation_id, event_id, name, language, enabled, switched_at)
        select ${organization}, site.id, event.id, ${`Canary screen ${label}`}, 'en', true, '2020-01-01' from site, event),
      wall as (insert into kiosks (organization_id, name, language, seconds, pages, created_at)
        select ${organization}, ${`Canary kiosk ${label}`}, 'en', 30,
          jsonb_build_array(jsonb_build_object('installationId', site.id, 'zoneId', null, 'metrics', array['affluenceIn'])), '2020-01-01' from site),
      report as (insert into reports (organization_id, installation_id, event_id, zone_id, title, language, send_day, hour, included_days, emails, created_at, is_owned, next_at)
        select ${organization}, site.id, event.id, zone.id, ${`Canary report ${label}`}, 'en', 'everyDay', 7, 1,
          array[${`canary-reader@${label}.example`}], '2020-01-01', false, '2099-01-01' from site, event, zone returning id),
      sent as (insert into report_deliveries (organization_id, report_id, kind, slot, at, state, recipients)
        select ${organization}, id, 'scheduled', '2020-01-01', '2020-01-01', 'sent',
          ${JSON.stringify([{ email: `canary-reader@${label}.example`, kind: 'outside', key: null }])}::jsonb from report),
      map as (insert into map_views (organization_id, zone_id, config)
        select ${organization}, id, ${mapOf(label)}::jsonb from zone),
      category as (insert into tag_categories (organization_id, name) values (${organization}, ${`Canary category ${label}`}) returning id),
      tag as (insert into tags (organization_id, category_id, name) select ${organization}, id, ${`Canary tag ${label}`} from category returning id),
      region as (insert into installation_tags (installation_id, tag_id) select site.id, tag.id from site, tag)
    insert into zone_tags (zone_id, tag_id) select zone.id, tag.id from zone, tag`);
}

const recipeOptions = JSON.stringify({
  ...{ timezone: 'UTC', timeColumn: 'time', clockColumn: null, deviceColumn: 'unit', serial: null, named: null },
  ...{ maps: [{ column: 'in', metric: 'affluenceIn', unit: null, serial: null }], across: null, interval: 300 },
  ...{ fillZero: false, dateOrder: null, timesAreEnds: false, kind: null, exportTo: null },
});

const conditionOf = (): string => JSON.stringify({ ...emptyCondition('CO2'), value: 1 });

function mapOf(label: SiteLabel): string {
  return JSON.stringify({ version: 1, elements: [{ name: `Canary map ${label}`, x: 0, y: 0, width: 1, height: 1 }] });
}

/** Ingests readings of the site's devices, as from a gateway. */
export async function seedReadings(ingestion: Ingestion, scope: Scope, label: SiteLabel, now: Instant): Promise<void> {
  const at = new Date(now - 900_000).toISOString();
  const value = readingByLabel[label];
  const raw = [
    { device: `CANARY-PAD-${label}`, metric: 'affluenceIn', at, value, interval: 300 },
    { device: `CANARY-AIR-${label}`, metric: 'co2', at, value: value / 10, interval: 0 },
    { device: `CANARY-CAM-${label}`, metric: 'presence', at, value: value * 3600, x: 0.5, y: 0.5, interval: 300 },
  ];
  const stored = await ingestion.ingestReadings(scope, null, raw, now);
  if (!stored.ok || stored.value.accepted !== raw.length) throw new Error(JSON.stringify(stored));
}

/** Returns every sum and mean of readings that includes one of those sites. */
export function combineReadings(labels: readonly SiteLabel[]): ReadonlySet<number> {
  const all = Object.keys(readingByLabel) as SiteLabel[];
  const numbers = new Set<number>();
  for (let chosen = 1; chosen < 2 ** all.length; chosen += 1) {
    const members = all.filter((_, index) => chosen & (1 << index));
    if (!members.some((label) => labels.includes(label))) continue;
    const sum = members.reduce((total, label) => total + readingByLabel[label], 0);
    for (const number of [sum, sum / members.length])
      numbers.add(roundForComparison(number)).add(roundForComparison(number / 10));
  }
  return numbers;
}

/** Rounds to the precision of comparisons, which removes floating-point noise. */
export const roundForComparison = (number: number) => Number(number.toFixed(3));
