import type { Instant, LocalDate, OrganizationId, UserId } from '@atrium/domain/core';
import type { ReportRequest } from './composed-report.ts';

/** By schedule, as a test to the caller, or one-time from a page. */
export type DeliveryKind = 'scheduled' | 'test' | 'requested';

/** `sent`: handed to the outbox, which has the delivery status. */
export type DeliveryState = 'underWay' | 'sent' | 'failed';

/** Why an enabled report does not send. */
const ownerProblems = ['OWNER_GONE', 'OWNER_RIGHT', 'OWNER_SITE'] as const;

export type OwnerProblem = (typeof ownerProblems)[number];

/** Why no mail was sent. These are codes, because each user reads the reason in their own language. */
export const deliveryProblems = [...ownerProblems, 'SITE_GONE', 'NOT_MADE'] as const;

export type DeliveryProblem = (typeof deliveryProblems)[number];

/** A member, an outside address, a member without access to the subject, or an unsubscribed address. */
export const recipientKinds = ['member', 'outside', 'refused', 'unsubscribed'] as const;

export type RecipientKind = (typeof recipientKinds)[number];

/** An address of a report, with what is known about it. */
export interface ReportRecipient {
  /** Lower-cased. */
  readonly email: string;
  readonly kind: RecipientKind;
  /** Members only. */
  readonly name: string | null;
}

/** A recipient of one delivery. */
export interface DeliveryRecipient {
  readonly email: string;
  readonly kind: RecipientKind;
  /** Key of its outbox row. Null: no mail was sent. */
  readonly key: string | null;
}

/** A delivery outside the schedule: its content and recipients. */
export interface DeliveryRequest {
  readonly report: ReportRequest;
  readonly emails: readonly string[];
  readonly attachPdf: boolean;
  readonly attachSpreadsheet: boolean;
}

export interface StoredDelivery {
  readonly id: number;
  readonly organizationId: OrganizationId;
  readonly reportId: number | null;
  readonly kind: DeliveryKind;
  readonly slot: LocalDate | null;
  readonly at: Instant;
  readonly isLate: boolean;
  readonly state: DeliveryState;
  readonly problem: DeliveryProblem | null;
  readonly request: DeliveryRequest | null;
  readonly askedBy: UserId | null;
  readonly attempts: number;
  readonly recipients: readonly DeliveryRecipient[];
}
