import type { Instant, LocalDate, OrganizationId, UserId } from '@atrium/domain/core';
import type { ReportRequest } from './composed-report.ts';

/** By the schedule, to oneself to try it, or once from a page. */
export type DeliveryKind = 'scheduled' | 'test' | 'requested';

/** `sent`: handed to the outbox, whose rows tell the rest. */
export type DeliveryState = 'underWay' | 'sent' | 'failed';

/** Why a report does not send although it is on. */
const ownerProblems = ['OWNER_GONE', 'OWNER_RIGHT', 'OWNER_SITE'] as const;

export type OwnerProblem = (typeof ownerProblems)[number];

/** Why nothing went out. Codes, because people read them in their own language. */
export const deliveryProblems = [...ownerProblems, 'SITE_GONE', 'NOT_MADE'] as const;

export type DeliveryProblem = (typeof deliveryProblems)[number];

/** A member; an address of nobody's; a member who may not see what the report is about; somebody who wants no more. */
export const recipientKinds = ['member', 'outside', 'refused', 'unsubscribed'] as const;

export type RecipientKind = (typeof recipientKinds)[number];

/** An address of a report and what is known of whose it is. */
export interface ReportRecipient {
  /** Lower-cased. */
  readonly email: string;
  readonly kind: RecipientKind;
  /** Of members. */
  readonly name: string | null;
}

/** A recipient of one delivery. */
export interface ToldRecipient {
  readonly email: string;
  readonly kind: RecipientKind;
  /** Its row of the outbox; null: left out. */
  readonly key: string | null;
}

/** What is sent besides slots: to whom, and what. */
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
  readonly recipients: readonly ToldRecipient[];
}
