import type { AlertCondition, Phase } from '@atrium/domain/actions/alerts';
import type { EventId, InstallationId, Instant } from '@atrium/domain/core';

/** Notification channels. A job is a signed HTTP call. */
export const actionTypes = ['email', 'sms', 'push', 'job'] as const;

export type ActionType = (typeof actionTypes)[number];

export interface AlertAction {
  readonly type: ActionType;
  /** At least one space. */
  readonly msgTitle: string;
  readonly msgContent: string;
  /** Jobs only: the URL to call. Empty for every other type. */
  readonly recipients: readonly string[];
}

/** A recipient list shared by alerts. */
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
  /** Null: a former user. */
  readonly by: number | null;
  readonly reason: string | null;
}

/** An alert as the user submits it. */
export interface AlertDraft {
  readonly name: string;
  readonly installationId: InstallationId;
  readonly eventId: EventId | null;
  readonly condition: AlertCondition;
  /** Notified besides the recipient lists. */
  readonly emails: readonly string[];
  readonly phones: readonly string[];
  readonly actions: readonly AlertAction[];
  readonly planningIds: readonly number[];
}

/** A stored alert with its mute and revision. */
export interface StoredAlert extends Omit<AlertDraft, 'actions'> {
  readonly id: number;
  readonly enabled: boolean;
  readonly conditionId: number;
  readonly actions: readonly StoredAction[];
  readonly mute: Mute | null;
  readonly revision: number;
  readonly createdAt: Instant;
}

/** State of an alert at one of its places. */
export interface PlaceState {
  readonly place: string;
  readonly phase: Phase;
  readonly since: Instant | null;
  readonly isOpen: boolean;
  readonly last: number | null;
  readonly lastReadingAt: Instant | null;
}
