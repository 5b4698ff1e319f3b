import { err, type Instant, ok, type Result } from '../../core/index.ts';
import { type FieldMap, readByMap } from '../field-map.ts';
import { guessDevice } from '../guess-device.ts';
import type { Packet } from '../told.ts';
import { brickstream } from './brickstream.ts';
import { type Dialect, type Document, mostNumbers, mostPackets } from './dialect.ts';
import { readDocument } from './documents.ts';
import { footfallCam } from './footfall-cam.ts';
import { hikvision } from './hikvision.ts';
import { chirpStack } from './lorawan/chirp-stack.ts';
import { thingsStack } from './lorawan/things-stack.ts';
import { shelly } from './shelly.ts';
import { vivotek } from './vivotek.ts';
import { xovis } from './xovis.ts';

/** Told apart by shape, so their order says nothing. */
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

/** A body that was parsed. */
export interface ReadBody {
  readonly format: 'json' | 'xml';
  /** Whether it is an object or a list. A bare value, such as `true`, holds nothing about a device. */
  readonly hasFields: boolean;
  /** Who it probably is from, where it is not understood. */
  readonly guessedDevice: string | null;
  /** What devices said in it, or why it is not understood. */
  readonly packets: Result<readonly Packet[], string>;
}

/**
 * Parses a body and reads what devices said in it; `maps` speak for what no dialect does, the first that fits. Total
 * and bounded: any text whatever gives packets (none, of what says nothing about devices) or a sentence that says why
 * not.
 */
export function readBody(text: string, received: Instant, maps: readonly FieldMap[]): Result<ReadBody, string> {
  const document = readDocument(text);
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
  if (read.length > mostPackets) return err(`A body takes at most ${mostPackets} packets.`);
  if (read.some(({ told }) => told.length > mostNumbers)) return err(`A packet takes at most ${mostNumbers} numbers.`);
  return ok(read);
}

function byMaps(root: unknown, received: Instant, maps: readonly FieldMap[]): readonly Packet[] | string {
  for (const map of maps) {
    const packets = readByMap(map, root, received);
    if (packets.length > 0) return packets;
  }
  return 'No format of a maker that is known here, and no field map fits.';
}
