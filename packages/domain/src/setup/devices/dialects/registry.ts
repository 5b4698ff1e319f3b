import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { err, type Instant, ok, type Result } from '../../../core/index.ts';
import { type FieldMap, readByMap } from '../field-map.ts';
import {
  getFields,
  getValue,
  guessDevice,
  isFields,
  parseCount,
  parseNumber,
  parseText,
  parseTime,
  toList,
  toPeriod,
} from '../fields.ts';
import { buildPacket, type DialectId, type Packet, type PacketNumber } from '../packet.ts';
import { parseDecoded } from './decoded-fields.ts';
import { type Dialect, type Document, maxNumbers, maxPackets } from './dialect.ts';
import { footfallCam } from './footfall-cam.ts';
import { hikvision } from './hikvision.ts';
import { decodeBase64, decodeMilesight } from './milesight.ts';
import { shelly } from './shelly.ts';
import { vivotek } from './vivotek.ts';
import { xovis } from './xovis.ts';

/** The Things Stack, version 3: a webhook's uplink message. It omits fields equal to 0, so a missing count is 0. */
const thingsStack: Dialect = {
  id: 'thingsStack',
  recognizes: ({ root }) => isFields(root) && Object.hasOwn(root, 'end_device_ids'),
  read({ root }, received) {
    const device =
      parseText(getValue(root, 'end_device_ids', 'dev_eui')) ??
      parseText(getValue(root, 'end_device_ids', 'device_id'));
    if (device === null) return 'end_device_ids names no device.';
    const message = getValue(root, 'uplink_message');
    // Joins, acknowledgements and downlinks may use the same webhook.
    if (!isFields(message)) return [];
    const gateway = toList(message.rx_metadata)[0];
    return [
      buildUplinkPacket({
        dialect: 'thingsStack',
        device,
        name: parseText(getFields(root, 'end_device_ids').device_id),
        payload: message.frm_payload,
        decoded: message.decoded_payload,
        at: parseTime(message.received_at) ?? parseTime(getValue(root, 'received_at')) ?? received,
        sequence: message.f_cnt === undefined ? 0 : parseNumber(message.f_cnt),
        signal: parseNumber(getValue(gateway, 'rssi')),
      }),
    ];
  },
};

/** ChirpStack, version 4: an event of its HTTP or MQTT integration. `object` only exists with a codec. */
const chirpStack: Dialect = {
  id: 'chirpStack',
  recognizes: ({ root }) => isFields(root) && Object.hasOwn(root, 'deviceInfo'),
  read({ root }, received) {
    const device = parseText(getValue(root, 'deviceInfo', 'devEui'));
    if (device === null) return 'deviceInfo names no devEui.';
    // Joins and device states arrive the same way.
    if (!isFields(root) || (root.data === undefined && root.object === undefined)) return [];
    return [
      buildUplinkPacket({
        dialect: 'chirpStack',
        device,
        name: parseText(getValue(root, 'deviceInfo', 'deviceName')),
        payload: root.data,
        decoded: root.object,
        at: parseTime(root.time) ?? received,
        sequence: root.fCnt === undefined ? 0 : parseNumber(root.fCnt),
        signal: parseNumber(getValue(toList(root.rxInfo)[0], 'rssi')),
      }),
    ];
  },
};

/** Maximum nesting of elements, objects and lists; no device's format comes near. */
const maxDepth = 24;
/** Maximum characters of a body; bodies from devices have a few thousand. */
const longestBody = 100_000;
/**
 * Limits of XML. Each element or attribute takes some microseconds to parse, and an empty element has only four
 * characters.
 */
const maxElements = 3_000;
const maxAttributes = 10_000;
/** Maximum values of a JSON body, including objects and lists. */
const maxValues = 20_000;

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  htmlEntities: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: maxDepth,
});

/**
 * Parses a body as JSON or XML, depending on its first character. Refuses XML with a document type or entities: devices
 * don't need them, and they allow attacks on memory and files.
 */
function parseDocument(text: string): Result<Document, string> {
  if (text.length > longestBody) return err(`A body takes at most ${longestBody} characters.`);
  const start = text.replace(/^\uFEFF/, '').trimStart();
  return start.startsWith('<') ? readXml(start) : readJson(start);
}

function readJson(text: string): Result<Document, string> {
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch {
    return err('The body is neither JSON nor XML.');
  }
  const problem = sizeProblem(root);
  return problem === null ? ok({ format: 'json', root }) : err(problem);
}

/** Walks level by level instead of recursively, because a body can nest as deep as it is long. */
function sizeProblem(root: unknown): string | null {
  let level: readonly unknown[] = [root];
  let values = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return `A body nests at most ${maxDepth} levels.`;
    values += level.length;
    if (values > maxValues) return `A body takes at most ${maxValues} values.`;
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return null;
}

function readXml(text: string): Result<Document, string> {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) return err('XML with a document type is not read.');
  // Checked before parsing, which is the expensive part.
  if (countOf(text, '<') - countOf(text, '</') > maxElements)
    return err(`A body takes at most ${maxElements} elements.`);
  if (countOf(text, '=') > maxAttributes) return err(`A body takes at most ${maxAttributes} attributes.`);
  try {
    if (XMLValidator.validate(text) !== true) return err('The body is no well-formed XML.');
    return ok({ format: 'xml', root: parser.parse(text) });
  } catch {
    return err('The body is no well-formed XML.');
  }
}

function countOf(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) count += 1;
  return count;
}

/** Default seconds of a report, if it does not contain them. */
const usualInterval = 60;

/**
 * Brickstream 5: a report of counts by object (a line). It contains wall times and `UnixStartTime`; only the latter is
 * used. Each object is its own counter, identified by the ids of the device and the object.
 */
const brickstream: Dialect = {
  id: 'brickstream',
  recognizes: ({ format, root }) =>
    format === 'xml' &&
    isFields(root) &&
    isFields(root.Metrics) &&
    (Object.hasOwn(root.Metrics, '@DeviceId') || Object.hasOwn(root.Metrics, 'ReportData')),
  read({ root }) {
    const metrics = getFields(root, 'Metrics');
    const unit = parseText(metrics['@DeviceId']) ?? parseText(getValue(metrics, 'Properties', 'SerialNumber'));
    if (unit === null) return 'Metrics names no DeviceId.';
    const site = parseText(metrics['@SiteId']);
    return toList(metrics.ReportData).flatMap((data) => {
      // Minutes, as devices send them.
      const minutes = parseNumber(getValue(data, '@Interval'));
      const seconds = minutes === null || minutes <= 0 || minutes > 1440 ? usualInterval : Math.round(minutes * 60);
      return toList(getValue(data, 'Report')).flatMap((report) =>
        toList(getValue(report, 'Object')).flatMap((object) => packetsOf(object, unit, site, seconds)),
      );
    });
  },
};

function packetsOf(object: unknown, unit: string, site: string | null, seconds: number): readonly Packet[] {
  const id = parseText(getValue(object, '@Id')) ?? '0';
  const device = parseText(`${unit}/${id}`);
  if (device === null) return [];
  const told = toList(getValue(object, 'Count')).flatMap((count) => countsOf(count, seconds));
  return [
    buildPacket({ dialect: 'brickstream', device, name: parseText(getValue(object, '@ExternalId')) ?? site, told }),
  ];
}

function countsOf(count: unknown, seconds: number): readonly PacketNumber[] {
  const status = parseText(getValue(count, '@Status'));
  const start = parseNumber(getValue(count, '@UnixStartTime'));
  // A status other than 0 means that the device did not see all of the period, so its count is unknown rather than 0.
  if (start === null || start < 1e9 || start >= 1e10 || (status !== null && status !== '0')) return [];
  const end = parseNumber(getValue(count, '@UnixEndTime'));
  const period = toPeriod(start * 1000, end === null ? (start + seconds) * 1000 : end * 1000);
  if (period === null) return [];
  return (
    [
      ['@Enters', 'affluenceIn'],
      ['@Exits', 'affluenceOut'],
    ] as const
  ).flatMap(([field, metric]) => {
    const value = parseCount(getValue(count, field));
    return value === null ? [] : [{ kind: 'period', metric, ...period, value }];
  });
}

/** Recognized by shape, so their order does not matter. */
const dialects: readonly Dialect[] = [
  thingsStack,
  chirpStack,
  xovis,
  hikvision,
  brickstream,
  vivotek,
  footfallCam,
  shelly,
];

/** A parsed body. */
export interface ReadBody {
  readonly format: 'json' | 'xml';
  /** Whether it is an object or a list. A bare value such as `true` says nothing about a device. */
  readonly hasFields: boolean;
  /** The probable sender, if the body is not understood. */
  readonly guessedDevice: string | null;
  /** The packets, or why the body is not understood. */
  readonly packets: Result<readonly Packet[], string>;
}

/**
 * Parses a body into packets. Uses the first matching field map if no dialect matches. Total and bounded: any text
 * gives packets (possibly none) or a message why it can't be read.
 */
export function readBody(text: string, received: Instant, maps: readonly FieldMap[]): Result<ReadBody, string> {
  const document = parseDocument(text);
  if (!document.ok) return document;
  const { format, root } = document.value;
  const hasFields = typeof root === 'object' && root !== null;
  return ok({
    format,
    hasFields,
    guessedDevice: guessDevice(root),
    packets: packetsIn(document.value, received, maps),
  });
}

function packetsIn(
  document: Document,
  received: Instant,
  maps: readonly FieldMap[],
): Result<readonly Packet[], string> {
  const dialect = dialects.find(({ recognizes }) => recognizes(document));
  const read = dialect?.read(document, received) ?? byMaps(document.root, received, maps);
  if (typeof read === 'string') return err(read);
  if (read.length > maxPackets) return err(`A body takes at most ${maxPackets} packets.`);
  if (read.some(({ told }) => told.length > maxNumbers)) return err(`A packet takes at most ${maxNumbers} numbers.`);
  return ok(read);
}

function byMaps(root: unknown, received: Instant, maps: readonly FieldMap[]): readonly Packet[] | string {
  for (const map of maps) {
    const packets = readByMap(map, root, received);
    if (packets.length > 0) return packets;
  }
  return 'No format of a maker that is known here, and no field map fits.';
}

/** An uplink as any network server reports it. */
interface Uplink {
  readonly dialect: DialectId;
  readonly device: string;
  readonly name: string | null;
  readonly payload: unknown;
  /** Result of the network's own decoder. */
  readonly decoded: unknown;
  readonly at: Instant;
  readonly sequence: number | null;
  readonly signal: number | null;
}

/**
 * Builds a packet, preferably with our own decoders. Networks' decoders omit zeros, and some of them regions that were
 * not requested.
 */
function buildUplinkPacket({ payload, decoded, at, ...rest }: Uplink): Packet {
  const bytes = decodeBase64(payload);
  const own = bytes === null || bytes.length === 0 ? null : decodeMilesight(bytes, at);
  if (own !== null) return buildPacket({ ...rest, ...own, model: modelOf(own.told.map(({ metric }) => metric)) });
  const known = isFields(decoded) ? parseDecoded(decoded, at) : { told: [], battery: null };
  return buildPacket({ ...rest, ...known });
}

function modelOf(metrics: readonly string[]): string | null {
  if (metrics.includes('affluenceIn')) return 'Milesight VS';
  return metrics.includes('temperature') ? 'Milesight AM' : null;
}
