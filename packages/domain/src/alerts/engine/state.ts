import type { Instant } from '../../core/index.ts';

export const phases = ['ok', 'pending', 'firing', 'recovering', 'stale'] as const;

export type Phase = (typeof phases)[number];

/** The farthest a value went while an alert was open. */
export interface Peak {
  readonly value: number;
  /** The begin of the interval it was seen in. */
  readonly at: Instant;
}

/** Where one alert stands at one place. Plain JSON: it is kept in the database between observations. */
export interface AlertState {
  readonly phase: Phase;
  /** Since when it is in this phase; null: since it is watched. */
  readonly since: Instant | null;
  /** The begin of what is still open; null: nothing is. Firing, recovering, and no data after either, are open. */
  readonly openedAt: Instant | null;
  readonly peak: Peak | null;
  /** The end of the last interval that was known; null: nothing ever was. */
  readonly heardUntil: Instant | null;
  /** Since when silence counts: the end of what was heard last, or of the hours the rule does not apply to. */
  readonly silentSince: Instant | null;
  /** Until when everything has been judged: what begins earlier is late, and is judged by a replay. */
  readonly judgedUntil: Instant | null;
  readonly last: number | null;
  /** It was beyond its limit when watching began: there was no crossing to tell anybody of. */
  readonly beganBeyond: boolean;
  readonly remindedAt: Instant | null;
}

export const unwatched: AlertState = {
  phase: 'ok',
  since: null,
  openedAt: null,
  peak: null,
  heardUntil: null,
  silentSince: null,
  judgedUntil: null,
  last: null,
  beganBeyond: false,
  remindedAt: null,
};

/** One change of phase, in the order they happened. */
export interface Transition {
  readonly at: Instant;
  readonly from: Phase;
  readonly to: Phase;
  /** The value that brought it about; null: time or silence did. */
  readonly value: number | null;
  /**
   * - opened: a firing begins that was none before.
   * - ended: by its value.
   * - closed: it ends because the rule does not apply to closed hours.
   * - null: it opens and ends nothing.
   */
  readonly effect: 'opened' | 'ended' | 'closed' | null;
  /** Of what opens or ends: the farthest it had gone by then. */
  readonly peak: Peak | null;
  /** Opened, and beyond its limit already when watching began. */
  readonly beganBeyond?: true;
}

export const isOpen = ({ openedAt }: Pick<AlertState, 'openedAt'>): boolean => openedAt !== null;
