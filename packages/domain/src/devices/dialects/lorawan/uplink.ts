import type { Instant } from '../../../core/index.ts';
import { isFields } from '../../fields.ts';
import { type DialectId, type Packet, packetOf } from '../../told.ts';
import { fromBase64 } from './bytes.ts';
import { readDecoded } from './decoded-fields.ts';
import { decodeMilesight } from './milesight.ts';

/** What any network server says of a packet by radio. */
export interface Uplink {
  readonly dialect: DialectId;
  readonly device: string;
  readonly name: string | null;
  readonly payload: unknown;
  /** What a decoder of the network made of it. */
  readonly decoded: unknown;
  readonly at: Instant;
  readonly sequence: number | null;
  readonly signal: number | null;
}

/** Our own decoders first: the networks' leave out what is 0, and some of them the regions that are not asked for. */
export function packetOfUplink({ payload, decoded, at, ...rest }: Uplink): Packet {
  const bytes = fromBase64(payload);
  const own = bytes === null || bytes.length === 0 ? null : decodeMilesight(bytes, at);
  if (own !== null) return packetOf({ ...rest, ...own, model: modelOf(own.told.map(({ metric }) => metric)) });
  const known = isFields(decoded) ? readDecoded(decoded, at) : { told: [], battery: null };
  return packetOf({ ...rest, ...known });
}

function modelOf(metrics: readonly string[]): string | null {
  if (metrics.includes('affluenceIn')) return 'Milesight VS';
  return metrics.includes('temperature') ? 'Milesight AM' : null;
}
