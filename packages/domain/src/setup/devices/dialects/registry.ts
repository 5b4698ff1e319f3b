import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { err, type Instant, ok, type Result } from '../../../core/index.ts';
import { type FieldMap, readByMap } from '../field-map.ts';
import { guessDevice } from '../fields.ts';
import type { Packet } from '../packet.ts';
import { listPacketFields, type PacketField } from '../packet-fields.ts';
import { airthings, awair } from './air-sensors.ts';
import { axis } from './axis.ts';
import { brickstream } from './brickstream.ts';
import { density } from './density.ts';
import { type Dialect, type Document, maxNumbers, maxPackets } from './dialect.ts';
import { footfallCam } from './footfall-cam.ts';
import { hikvision } from './hikvision.ts';
import { imBuildings } from './im-buildings.ts';
import { actility, chirpStack, helium, thingsStack } from './lorawan.ts';
import { shelly } from './shelly.ts';
import { terabee } from './terabee.ts';
import { vivotek } from './vivotek.ts';
import { xovis, xovisLegacy } from './xovis.ts';

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

/** Recognized by shape, so their order does not matter. */
const dialects: readonly Dialect[] = [
  thingsStack,
  chirpStack,
  actility,
  helium,
  xovis,
  xovisLegacy,
  axis,
  hikvision,
  brickstream,
  vivotek,
  footfallCam,
  shelly,
  airthings,
  awair,
  terabee,
  density,
  imBuildings,
];

/** A parsed body. */
export interface ReadBody {
  readonly format: 'json' | 'xml';
  /** Whether it is an object or a list. A bare value such as `true` says nothing about a device. */
  readonly hasFields: boolean;
  /** The probable sender, if the body is not understood. */
  readonly guessedDevice: string;
  /** The packets, or why the body is not understood. */
  readonly packets: Result<readonly Packet[], string>;
  /** Its fields with their paths, if asked for. */
  readonly fields: readonly PacketField[];
}

/**
 * Parses a body into packets. Uses the first matching field map if no dialect matches. Total and bounded: any text
 * gives packets (possibly none) or a message why it can't be read.
 */
export function readBody(
  text: string,
  received: Instant,
  maps: readonly FieldMap[],
  listsFields = false,
): Result<ReadBody, string> {
  const document = parseDocument(text);
  if (!document.ok) return document;
  const { format, root } = document.value;
  const hasFields = typeof root === 'object' && root !== null;
  return ok({
    format,
    hasFields,
    guessedDevice: guessDevice(format, root),
    packets: packetsIn(document.value, received, maps),
    fields: listsFields ? listPacketFields(root) : [],
  });
}

function packetsIn(
  document: Document,
  received: Instant,
  maps: readonly FieldMap[],
): Result<readonly Packet[], string> {
  const dialect = dialects.find(({ recognizes }) => recognizes(document));
  const known = dialect?.read(document, received);
  const isSilent = known === undefined || typeof known === 'string' || isWithoutNumbers(known);
  const mapped = isSilent ? byMaps(document.root, received, maps) : null;
  // A map also reaches into the packet of a network whose sensor is not known.
  const read = mapped === null ? (known ?? unknownFormat) : describeMapped(mapped, known);
  if (typeof read === 'string') return err(read);
  return limitPackets(mergeByDevice(read));
}

function limitPackets(read: readonly Packet[]): Result<readonly Packet[], string> {
  if (read.length > maxPackets) return err(`A body takes at most ${maxPackets} packets.`);
  if (read.some(({ told }) => told.length > maxNumbers)) return err(`A packet takes at most ${maxNumbers} numbers.`);
  return ok(read);
}

/** Merges what a body has of the same device, such as a batch of samples, in the order of the body. */
function mergeByDevice(packets: readonly Packet[]): readonly Packet[] {
  return [...Map.groupBy(packets, ({ device }) => device).values()].flatMap((same): readonly Packet[] => {
    const last = same.at(-1);
    return last === undefined ? [] : [{ ...last, told: same.flatMap(({ told }) => told) }];
  });
}

const unknownFormat = 'No format of a maker that is known here, and no field map fits.';

/** A packet without any number, other than a body without packets, such as a connection test. */
const isWithoutNumbers = (packets: readonly Packet[]) =>
  packets.length > 0 && packets.every(({ told }) => told.length === 0);

/** Reads a body with the first field map that fits. Null: none does. */
function byMaps(root: unknown, received: Instant, maps: readonly FieldMap[]): readonly Packet[] | null {
  for (const map of maps) {
    const packets = readByMap(map, root, received);
    if (packets.length > 0) return packets;
  }
  return null;
}

/** Adds what the network states about the same device: its frame counter, signal and battery. */
function describeMapped(mapped: readonly Packet[], known: readonly Packet[] | string | undefined): readonly Packet[] {
  if (known === undefined || typeof known === 'string') return mapped;
  return mapped.map((packet) => {
    const same = known.find(({ device }) => device === packet.device);
    if (same === undefined) return packet;
    const { battery, signal, firmware, sequence, isFrame } = same;
    return { ...packet, battery, signal, firmware, sequence, isFrame };
  });
}
