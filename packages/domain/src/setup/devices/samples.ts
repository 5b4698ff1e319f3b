import type { Instant } from '../../core/index.ts';
import type { DialectId } from './packet.ts';

/** Data of an invented device at a moment, enough for every dialect. */
export interface Moment {
  readonly device: string;
  readonly name: string;
  /** End of the period. */
  readonly at: Instant;
  /** Seconds. */
  readonly interval: number;
  /** People in the period, and totals. */
  readonly entered: number;
  readonly left: number;
  readonly passed: number;
  readonly enteredInAll: number;
  readonly leftInAll: number;
  readonly sequence: number;
}

/** A body as such a device sends it. */
export interface Body {
  readonly type: 'application/json' | 'application/xml';
  readonly text: string;
}

export type SampleId = Exclude<DialectId, 'fieldMap'>;

const json = (value: unknown): Body => ({ type: 'application/json', text: JSON.stringify(value) });
const xml = (text: string): Body => ({ type: 'application/xml', text });
const iso = (at: Instant): string => new Date(at).toISOString();
const startOf = ({ at, interval }: Moment): Instant => at - interval * 1000;
/** Replaces characters that XML names can't contain. */
const escapeXml = (text: string): string => text.replace(/[<>&"']/g, '_');

const little = (value: number, bytes: number) =>
  Array.from({ length: bytes }, (_, place) => Math.floor(value / 256 ** place) % 256);

const big = (value: number) => value.toString(16).padStart(4, '0');

/** Payload of a VS133: totals of its first line, and their increase. */
const vs133 = ({ entered, left, enteredInAll, leftInAll }: Moment): string =>
  btoa(
    String.fromCharCode(
      ...[0x01, 0x75, 91],
      ...[0x03, 0xd2, ...little(enteredInAll, 4)],
      ...[0x04, 0xd2, ...little(leftInAll, 4)],
      ...[0x05, 0xcc, ...little(entered, 2), ...little(left, 2)],
    ),
  );

/** Payload of an AM319: fresh air in an empty room, worse with more people. */
const am319 = ({ entered }: Moment): string =>
  btoa(
    String.fromCharCode(
      ...[0x01, 0x75, 77],
      ...[0x03, 0x67, ...little(215, 2)],
      ...[0x04, 0x68, 94],
      ...[0x07, 0x7d, ...little(480 + 12 * entered, 2)],
    ),
  );

/** One sample per dialect, from documented or captured formats. */
const samples: { readonly [Id in SampleId]: (moment: Moment) => Body } = {
  thingsStack: (moment) =>
    json({
      end_device_ids: { device_id: moment.name, dev_eui: moment.device, application_ids: { application_id: 'doors' } },
      received_at: iso(moment.at),
      uplink_message: {
        f_port: 85,
        // Zeros are omitted.
        ...(moment.sequence === 0 ? {} : { f_cnt: moment.sequence }),
        frm_payload: vs133(moment),
        rx_metadata: [{ gateway_ids: { gateway_id: 'roof' }, rssi: -71 }],
        received_at: iso(moment.at),
      },
    }),
  chirpStack: (moment) =>
    json({
      deduplicationId: `dedup-${moment.sequence}`,
      time: iso(moment.at),
      deviceInfo: { devEui: moment.device, deviceName: moment.name, applicationName: 'air' },
      fCnt: moment.sequence,
      fPort: 85,
      data: am319(moment),
      rxInfo: [{ rssi: -88 }],
    }),
  actility: (moment) =>
    json({
      DevEUI_uplink: {
        Time: iso(moment.at).replace('Z', '+00:00'),
        DevEUI: moment.device,
        FPort: '85',
        FCntUp: String(moment.sequence),
        payload_hex: [...atob(vs133(moment))]
          .map((letter) => letter.charCodeAt(0).toString(16).padStart(2, '0'))
          .join(''),
        LrrRSSI: '-84.000000',
        CustomerData: { name: moment.name },
      },
    }),
  helium: (moment) =>
    json({
      app_eui: '6948A4B59F4666AD',
      dev_eui: moment.device,
      fcnt: moment.sequence,
      hotspots: [{ id: '11KHJW1e', name: 'icy-fiery-hippo', rssi: -54, reported_at: moment.at }],
      id: '7c523974-4ce7-4a92-948b-55171a6e4d77',
      name: moment.name,
      payload: am319(moment),
      port: 85,
      reported_at: moment.at,
    }),
  axis: (moment) =>
    json({
      apiName: 'Axis Retail Data',
      apiVersion: '0.4',
      utcSent: iso(moment.at),
      data: {
        utcFrom: iso(startOf(moment)),
        utcTo: iso(moment.at),
        measurements: [
          {
            kind: 'people-counts',
            utcFrom: iso(startOf(moment)),
            utcTo: iso(moment.at),
            items: [
              { direction: 'in', count: moment.entered, adults: 0 },
              { direction: 'out', count: moment.left, adults: 0 },
            ],
          },
        ],
      },
      sensor: { application: 'AXIS 3D People Counter', name: moment.name, serial: moment.device },
    }),
  xovis: (moment) =>
    json({
      logics_data: {
        package_info: { version: '5.0', id: moment.sequence, agent_id: 1 },
        sensor_info: { serial_number: moment.device, type: 'PC2SE', name: moment.name },
        logics: [
          {
            id: 1,
            name: moment.name,
            records: [
              {
                from: iso(startOf(moment)),
                to: iso(moment.at),
                counts: [
                  { name: 'fw', value: moment.entered },
                  { name: 'bw', value: moment.left },
                  { name: 'balance', value: moment.entered - moment.left },
                ],
              },
            ],
          },
        ],
      },
    }),
  hikvision: (moment) =>
    xml(`<?xml version="1.0" encoding="UTF-8"?>
<EventNotificationAlert version="2.0" xmlns="http://www.hikvision.com/ver20/XMLSchema">
  <macAddress>${escapeXml(moment.device)}</macAddress>
  <channelID>1</channelID>
  <eventType>PeopleCounting</eventType>
  <channelName>${escapeXml(moment.name)}</channelName>
  <peopleCounting>
    <statisticalMethods>timeRange</statisticalMethods>
    <TimeRange>
      <startTime>${iso(startOf(moment)).replace('.000Z', '+00:00')}</startTime>
      <endTime>${iso(moment.at).replace('.000Z', '+00:00')}</endTime>
    </TimeRange>
    <enter>${moment.entered}</enter>
    <exit>${moment.left}</exit>
    <pass>${moment.passed}</pass>
  </peopleCounting>
</EventNotificationAlert>`),
  brickstream: (moment) =>
    xml(`<?xml version="1.0"?>
<Metrics SiteId="${escapeXml(moment.name)}" DeviceId="${escapeXml(moment.device)}">
  <Properties><Version>5</Version><Timezone>0</Timezone><DST>0</DST><SerialNumber>${escapeXml(moment.device)}</SerialNumber></Properties>
  <ReportData Interval="${moment.interval / 60}">
    <Report Date="${iso(moment.at).slice(0, 10)}">
      <Object Id="0" DeviceId="${escapeXml(moment.device)}" ObjectType="0">
        <Count StartTime="${iso(startOf(moment)).slice(11, 19)}" EndTime="${iso(moment.at).slice(11, 19)}" UnixStartTime="${startOf(moment) / 1000}" Enters="${moment.entered}" Exits="${moment.left}" Status="0"/>
      </Object>
    </Report>
  </ReportData>
</Metrics>`),
  vivotek: (moment) =>
    json({
      Source: { UtcTime: iso(moment.at), MacAddress: moment.device },
      Data: [
        {
          RuleType: 'Counting',
          CountingInfo: [
            {
              RuleName: moment.name,
              In: moment.entered,
              Out: moment.left,
              StartTime: iso(startOf(moment)),
              EndTime: iso(moment.at),
            },
          ],
        },
      ],
    }),
  footfallCam: (moment) => {
    const event = (metric: number, person: number) => ({
      CombineObjectTypeId: 11,
      EventEndTime: moment.at / 1000 - (person % moment.interval),
      EventEndUTCTime: iso(moment.at).slice(0, 19).replace('T', ' '),
      MetricId: metric,
      PeopleId: person + 1,
      PeopleTypeId: 1,
      RoiId: 1,
      CameraSerial: moment.device,
    });
    return json([
      ...Array.from({ length: moment.entered }, (_, person) => event(1, person)),
      ...Array.from({ length: moment.left }, (_, person) => event(2, moment.entered + person)),
    ]);
  },
  shelly: (moment) =>
    json({
      src: moment.device,
      dst: `${moment.device}/events`,
      method: 'NotifyStatus',
      params: { ts: moment.at / 1000, 'em1data:0': { id: 0, total_act_energy: 50 * moment.enteredInAll } },
    }),
  airthings: (moment) =>
    json({
      id: `event-${moment.sequence}`,
      type: 'airthings-webhook-cloudevent-sample-feed',
      dataContentType: 'application/json',
      data: [
        {
          serialNumber: moment.device,
          recorded: iso(moment.at).slice(0, 19),
          segment: { name: moment.name },
          temp: 21.5,
          humidity: 47,
          co2: 480 + 12 * moment.entered,
          voc: 150,
          radonShortTermAvg: 35,
          battery: 90,
          rssi: -64,
        },
      ],
      // The hub sends what it has collected every five minutes.
      time: iso(moment.at + 300_000),
      specVersion: '1.0',
    }),
  awair: (moment) =>
    json({
      device_uuid: moment.device,
      name: moment.name,
      timestamp: iso(moment.at),
      score: 88,
      temp: 21.5,
      humid: 47,
      co2: 480 + 12 * moment.entered,
      voc: 150,
    }),
  terabee: (moment) =>
    json({
      count_in: moment.enteredInAll,
      count_out: moment.leftInAll,
      timestamp: String(moment.at / 1000),
      device_id: moment.device,
    }),
  density: (moment) => {
    const event = (direction: 1 | -1, person: number) => ({
      id: `psg_${moment.sequence}_${person}`,
      timestamp: iso(moment.at - (person % moment.interval) * 1000),
      doorway_id: moment.device,
      doorway_name: moment.name,
      direction,
    });
    return json([
      ...Array.from({ length: moment.entered }, (_, person) => event(1, person)),
      ...Array.from({ length: moment.left }, (_, person) => event(-1, moment.entered + person)),
    ]);
  },
  imBuildings: (moment) =>
    json({
      reports: [
        {
          serialNumber: moment.device,
          timestamp: moment.at,
          resourcePath: 'uplinkMsg/0/data',
          value: `0204e8eb1b4f131d00010b8f20230203103500${big(moment.entered)}${big(moment.left)}00`,
        },
      ],
    }),
};

export const sampleIds = Object.keys(samples) as readonly SampleId[];

/** Returns the body that a device of that dialect sends for the moment. */
export const buildSample = (id: SampleId, moment: Moment): Body => samples[id](moment);
