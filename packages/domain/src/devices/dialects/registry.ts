import { err, type Instant, ok, type Result } from '../../core/index.ts';
import { type FieldMap, readByMap } from '../field-map.ts';
import { guessDevice } from '../guess-device.ts';
import type { Packet } from '../packet.ts';
import { brickstream } from './brickstream.ts';
import { type Dialect, type Document, maxNumbers, maxPackets } from './dialect.ts';
import { parseDocument } from './documents.ts';
import { footfallCam } from './footfall-cam.ts';
import { hikvision } from './hikvision.ts';
import { chirpStack } from './lorawan/chirp-stack.ts';
import { thingsStack } from './lorawan/things-stack.ts';
import { shelly } from './shelly.ts';
import { vivotek } from './vivotek.ts';
import { xovis } from './xovis.ts';

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
