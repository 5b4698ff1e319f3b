import type { AlertCondition, Phase } from '@atrium/domain/alerts';
import type { EventId, InstallationId, Instant } from '@atrium/domain/core';

/** The ways of being told. A job is a signed HTTP call. */
export const actionTypes = ['email', 'sms', 'push', 'job'] as const;

export type ActionType = (typeof actionTypes)[number];

export interface AlertAction {
  readonly type: ActionType;
  /** At least a space. */
  readonly msgTitle: string;
  readonly msgContent: string;
  /** Of a job the address that is called; nothing else has any. */
  readonly recipients: readonly string[];
}

/** A list of recipients that alerts share. */
export interface Planning {
  readonly name: string;
  readonly phones: readonly string[];
  readonly emails: readonly string[];
  readonly userIds: readonly number[];
}

export type StoredAction = AlertAction & { readonly id: number };
export type StoredPlanning = Planning & { readonly id: number };

export interface Mute {
  readonly until: Instant;
  /** null: somebody who is gone. */
  readonly by: number | null;
  readonly reason: string | null;
}

/** An alert as somebody writes it. */
export interface AlertDraft {
  readonly name: string;
  readonly installationId: InstallationId;
  readonly eventId: EventId | null;
  readonly condition: AlertCondition;
  /** Told besides the lists. */
  readonly emails: readonly string[];
  readonly phones: readonly string[];
  readonly actions: readonly AlertAction[];
  readonly planningIds: readonly number[];
}

/** An alert as it is stored, with where it stands. */
export interface StoredAlert extends Omit<AlertDraft, 'actions'> {
  readonly id: number;
  readonly enabled: boolean;
  readonly conditionId: number;
  readonly actions: readonly StoredAction[];
  readonly mute: Mute | null;
  readonly revision: number;
  readonly createdAt: Instant;
}

/** Where an alert stands at one of its places. */
export interface PlaceState {
  readonly place: string;
  readonly phase: Phase;
  readonly since: Instant | null;
  readonly isOpen: boolean;
  readonly last: number | null;
  readonly heardUntil: Instant | null;
}
