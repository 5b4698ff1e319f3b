import type { Instant } from '../../../core/index.ts';
import { isFields } from '../../fields.ts';
import { buildPacket, type DialectId, type Packet } from '../../packet.ts';
import { decodeBase64 } from './bytes.ts';
import { parseDecoded } from './decoded-fields.ts';
import { decodeMilesight } from './milesight.ts';

/** An uplink as any network server reports it. */
export interface Uplink {
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
export function buildUplinkPacket({ payload, decoded, at, ...rest }: Uplink): Packet {
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
