import type { Instant } from '../../../core/index.ts';
import type { DialectId, Packet } from '../packet.ts';

/**
 * A format of a maker or network, recognized by its shape and parsed without knowledge of the device. Neither function
 * ever throws.
 */
export interface Dialect {
  readonly id: DialectId;
  readonly recognizes: (document: Document) => boolean;
  /**
   * Returns packets (possibly none, for example for a connection test), or a message why the document can't be read.
   */
  readonly read: (document: Document, received: Instant) => readonly Packet[] | string;
}

/** A body as a tree. XML has attributes as `@name`, their text as `#text`, and all values as strings. */
export interface Document {
  readonly format: 'json' | 'xml';
  readonly root: unknown;
}

/** Limits of devices per body and numbers per packet. Larger bodies are refused. */
export const maxPackets = 16;
export const maxNumbers = 2_000;
