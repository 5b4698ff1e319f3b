import type { Instant } from '../../core/index.ts';
import type { DialectId, Packet } from '../told.ts';

/** A format of a maker or a network: recognized by its shape, read without knowing the device. Neither ever throws. */
export interface Dialect {
  readonly id: DialectId;
  readonly recognizes: (document: Document) => boolean;
  /** A list for what devices said (which may be empty, as of a test of the connection), or why it can't be read. */
  readonly read: (document: Document, received: Instant) => readonly Packet[] | string;
}

/** A body as a tree: of XML with attributes as `@name`, text beside them as `#text`, and all values as text. */
export interface Document {
  readonly format: 'json' | 'xml';
  readonly root: unknown;
}

/** A body is about at most so many devices, and a packet holds so many numbers: beyond, the body is refused. */
export const mostPackets = 16;
export const mostNumbers = 2_000;
