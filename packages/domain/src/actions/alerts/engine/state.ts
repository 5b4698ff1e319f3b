import type { Instant } from '../../../core/index.ts';
import type { Usual } from './rule.ts';

export const phases = ['ok', 'pending', 'firing', 'recovering', 'stale'] as const;

export type Phase = (typeof phases)[number];

/** The most extreme value while an alert was open. */
export interface Peak {
  readonly value: number;
  /** Start of its interval. */
  readonly at: Instant;
  /** What was usual then. Set if the rule compares with it. */
  readonly usual?: Usual;
}

/** State of one alert at one place. Plain JSON, stored in the database between observations. */
export interface AlertState {
  readonly phase: Phase;
  /** Start of the phase. Null: it has lasted since watching began. */
  readonly since: Instant | null;
  /** Start of the open firing. Null: none is open. A firing stays open while it recovers, and while data is missing. */
  readonly openedAt: Instant | null;
  readonly peak: Peak | null;
  /** End of the last known interval. Null: none yet. */
  readonly lastReadingAt: Instant | null;
  /** Time from which silence counts: the end of the last known interval, or of hours the rule does not apply to. */
  readonly silentSince: Instant | null;
  /** Time until which everything is judged. An earlier observation is late and needs a replay. */
  readonly evaluatedUntil: Instant | null;
  readonly last: number | null;
  /** Whether it was already beyond its limit when watching began. Then there is no crossing to notify people of. */
  readonly beganBeyond: boolean;
  readonly remindedAt: Instant | null;
  /** Intervals in a row beyond the limit. Set while pending, if the rule asks for several. */
  readonly beyond?: number;
}

export const initialAlertState: AlertState = {
  phase: 'ok',
  since: null,
  openedAt: null,
  peak: null,
  lastReadingAt: null,
  silentSince: null,
  evaluatedUntil: null,
  last: null,
  beganBeyond: false,
  remindedAt: null,
};

/** A change of phase. */
export interface Transition {
  readonly at: Instant;
  readonly from: Phase;
  readonly to: Phase;
  /** The value that caused it. Null: elapsed time or silence caused it. */
  readonly value: number | null;
  /**
   * - opened: a new firing begins.
   * - ended: a firing ends by its value.
   * - closed: a firing ends because the rule does not apply to closed hours.
   * - null: no firing begins or ends.
   */
  readonly effect: 'opened' | 'ended' | 'closed' | null;
  /** Most extreme value of the firing so far. */
  readonly peak: Peak | null;
  /** Set if the opened firing was already beyond its limit when watching began. */
  readonly beganBeyond?: true;
}

export const isOpen = ({ openedAt }: Pick<AlertState, 'openedAt'>): boolean => openedAt !== null;
