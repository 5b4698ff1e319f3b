/** One point of an answer. Missing is never 0: a silent sensor and an empty shop are different facts. */
export type Point =
  | { readonly state: 'known'; readonly value: number; readonly partial: boolean }
  | { readonly state: 'missing' }
  | { readonly state: 'closed' };

/** How completely the sensors behind an answer reported: device-time reported ÷ expected, and who was silent when. */
export interface Coverage {
  /** 0…1; null when nothing was expected of anybody. */
  readonly ratio: number | null;
  /** Oldest first. */
  readonly silent: readonly Silence[];
}

/** When a device that should have reported didn't. */
export interface Silence {
  readonly deviceId: number;
  readonly from: number;
  readonly to: number;
  /** Where an answer has very many, the oldest of a device are told as one: how many, and ms of silence in all. */
  readonly count?: number;
  readonly time?: number;
}

/** The wire shape of the specification: a label and a value, or a nested list for a further grouping. */
export interface LabelledValue {
  readonly label: string;
  readonly value: number | string | null | readonly LabelledValue[];
  readonly partial?: true;
  readonly state?: 'missing' | 'closed';
}
