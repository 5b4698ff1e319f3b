import type { Instant } from '../../core/index.ts';
import type { DialectId } from '../told.ts';

/** What a made device tells at a moment: enough for any dialect to say it in its own words. */
export interface Moment {
  readonly device: string;
  readonly name: string;
  /** End of the period told of. */
  readonly at: Instant;
  /** seconds */
  readonly interval: number;
  /** People of the period, and in all. */
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
/** A name as XML takes it. */
export const escaped = (text: string): string => text.replace(/[<>&"']/g, '_');
