import { expect, it } from 'vitest';
import { formatDeliveryStatus, formatSummary, getProblemMessage, isPending, toStatus } from './sent-last.tsx';

const t = (id: string, values?: object) => (values === undefined ? id : `${id} ${JSON.stringify(values)}`);
const to = (...fates: readonly ('waiting' | 'sent' | 'refused' | 'notSent')[]) => ({
  state: 'sent' as const,
  recipients: fates.map((fate) => ({ fate })),
});

it.each([
  [to('sent', 'sent'), 'ok', false],
  [to('sent', 'notSent'), 'warning', false],
  [to('refused'), 'warning', false],
  [to('sent', 'waiting'), 'offline', true],
  [{ state: 'underWay' as const, recipients: [] }, 'offline', true],
  [{ state: 'failed' as const, recipients: [] }, 'critical', false],
] as const)('%j is %s', (delivery, status, isAwaited) => {
  expect([toStatus(delivery), isPending(delivery)]).toEqual([status, isAwaited]);
});

it('counts the recipients it was sent to', () => {
  expect(formatSummary(to('sent', 'notSent', 'refused'), t)).toBe('reportForm.delivery.sent {"sent":1,"all":3}');
});

it.each([
  ['refused', 'member', '550 unknown user', 'reportForm.fate.refused {"reason":"550 unknown user"}'],
  ['notSent', 'refused', null, 'reportForm.emails.refusedShort'],
  ['notSent', 'unsubscribed', null, 'reportForm.emails.unsubscribedShort'],
  ['notSent', 'member', null, 'reportForm.fate.notSent'],
  ['sent', 'outside', null, 'reportForm.fate.sent'],
] as const)('%s of one who is %s', (fate, kind, reason, text) => {
  expect(formatDeliveryStatus({ fate, kind, reason }, t)).toBe(text);
});

it('has a message for unknown problems', () => {
  expect(getProblemMessage('OWNER_SITE')).toBe('reports.held.site');
  expect([getProblemMessage('constructed'), getProblemMessage(null)]).toEqual([
    'reportForm.delivery.notMade',
    'reportForm.delivery.notMade',
  ]);
});
