import { sendDays } from '@atrium/domain/actions/schedules';
import type { Builder } from '../../platform/graphql/builder.ts';
import { getEnumType } from '../../platform/graphql/structures.ts';
import { deliveryProblems, type ReportRecipient, recipientKinds } from './delivery.ts';
import { type ReadableDelivery, type ReadableReport, type ReportReads, readLastDelivery } from './read-reports.ts';
import type { FindRecipients } from './recipients.ts';

export interface ReportTypeReads extends ReportReads {
  readonly recipientsOf: FindRecipients;
}

export type ReportTypes = ReturnType<typeof registerReportTypes>;

/** Registers the object types of reports and deliveries. */
export function registerReportTypes(builder: Builder, reads: ReportTypeReads) {
  const sendDay = getEnumType(builder, 'SendDay', sendDays);
  const problem = getEnumType(builder, 'ReportProblem', deliveryProblems);
  const kind = builder.enumType('ReportRecipientKind', {
    description:
      'outside: an address of no member; refused: a member who may not see the site; unsubscribed: wants no more.',
    values: recipientKinds,
  });
  const recipient = builder.objectRef<ReportRecipient>('ReportRecipient').implement({
    fields: (t) => ({
      email: t.exposeString('email'),
      kind: t.expose('kind', { type: kind }),
      name: t.exposeString('name', { nullable: true, description: 'Of a member.' }),
    }),
  });
  const deliveryStatus = builder.enumType('ReportFate', {
    description: 'refused: by the mail server; notSent: left out, as the kind says.',
    values: ['waiting', 'sent', 'refused', 'notSent'] as const,
  });
  const told = builder.objectRef<ReadableDelivery['recipients'][number]>('ReportDeliveryRecipient').implement({
    fields: (t) => ({
      email: t.exposeString('email'),
      kind: t.expose('kind', { type: kind }),
      fate: t.expose('deliveryStatus', { type: deliveryStatus }),
      reason: t.exposeString('reason', { nullable: true, description: "In the mail server's words." }),
      at: t.expose('at', { type: 'Timestamp', nullable: true, description: 'Sent, or tried next.' }),
    }),
  });
  const deliveryKind = builder.enumType('ReportDeliveryKind', { values: ['scheduled', 'test', 'requested'] as const });
  const deliveryState = builder.enumType('ReportDeliveryState', {
    description: 'sent: handed to the mail server, which may still refuse; its recipients tell.',
    values: ['underWay', 'sent', 'failed'] as const,
  });
  const delivery = builder.objectRef<ReadableDelivery>('ReportDelivery').implement({
    fields: (t) => ({
      id: t.exposeInt('id'),
      kind: t.expose('kind', { type: deliveryKind }),
      date: t.exposeString('slot', { nullable: true, description: 'The day it was due.' }),
      at: t.expose('at', { type: 'Timestamp' }),
      isLate: t.exposeBoolean('isLate'),
      state: t.expose('state', { type: deliveryState }),
      problem: t.expose('problem', { type: problem, nullable: true }),
      recipients: t.field({ type: [told], length: { most: 50 }, resolve: ({ recipients }) => [...recipients] }),
    }),
  });
  const state = builder.enumType('ReportState', {
    description: 'INACTIVE: its event has ended, has not begun, or is gone.',
    values: ['ACTIVE', 'INACTIVE'] as const,
  });
  const report = builder.objectRef<ReadableReport>('Report').implement({
    fields: (t) => ({
      id: t.exposeInt('id'),
      name: t.exposeString('title'),
      title: t.exposeString('title'),
      language: t.exposeString('language'),
      installationId: t.int({ resolve: ({ installationId }) => installationId }),
      site: t.string({ resolve: ({ site }) => site.fields.name }),
      timezone: t.string({ resolve: ({ site }) => site.topology.timezone }),
      eventId: t.int({ nullable: true, resolve: ({ eventId, event }) => (event === null ? null : eventId) }),
      event: t.exposeString('event', { nullable: true, description: 'null where it is gone.' }),
      zoneId: t.int({ resolve: ({ zoneId }) => zoneId }),
      zone: t.exposeString('zone'),
      sendDay: t.expose('sendDay', { type: sendDay }),
      freq: t.expose('sendDay', { type: sendDay }),
      hour: t.exposeInt('hour', { description: "0…23 of the site's clock." }),
      includedDays: t.exposeInt('includedDays', { description: 'Finished days before the sending.' }),
      days_included: t.exposeInt('includedDays'),
      emails: t.stringList({ length: { most: 50 }, resolve: ({ emails }) => [...emails] }),
      recipients: t.withAuth({ area: 'reports' }).field({
        type: [recipient],
        length: { most: 50 },
        cost: () => 2000,
        resolve: async ({ id: reportId, installationId, emails }, _args, { scope }) => [
          ...(await reads.recipientsOf(scope, { reportId, installationId, emails })),
        ],
      }),
      attachPdf: t.exposeBoolean('attachPdf'),
      attachSpreadsheet: t.exposeBoolean('attachSpreadsheet'),
      enabled: t.exposeBoolean('enabled'),
      state: t.expose('state', { type: state }),
      nextAt: t.field({
        type: 'Timestamp',
        nullable: true,
        description: 'When it is sent next; null: not, as it stands.',
        resolve: ({ nextAt, state: standing, problem }) => (standing === 'ACTIVE' && problem === null ? nextAt : null),
      }),
      problem: t.expose('problem', {
        type: problem,
        nullable: true,
        description: 'Why it does not send although it is on.',
      }),
      setUpBy: t.withAuth({ area: 'reports' }).string({
        nullable: true,
        cost: () => 500,
        resolve: async ({ ownerId }, _args, { scope }) =>
          ownerId === null ? null : ((await reads.access.namesOf(scope, [ownerId])).get(ownerId) ?? null),
      }),
      lastDelivery: t.withAuth({ area: 'reports' }).field({
        type: delivery,
        nullable: true,
        cost: () => 1000,
        resolve: ({ id: reportId }, _args, { scope }) => readLastDelivery(reads, scope, reportId),
      }),
    }),
  });
  return { sendDay, recipient, delivery, report };
}
