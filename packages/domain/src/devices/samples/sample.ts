import type { Instant } from '../../core/index.ts';
import type { DialectId } from '../packet.ts';

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

export const json = (value: unknown): Body => ({ type: 'application/json', text: JSON.stringify(value) });
export const xml = (text: string): Body => ({ type: 'application/xml', text });
export const iso = (at: Instant): string => new Date(at).toISOString();
export const startOf = ({ at, interval }: Moment): Instant => at - interval * 1000;
/** Replaces characters that XML names can't contain. */
export const escapeXml = (text: string): string => text.replace(/[<>&"']/g, '_');
