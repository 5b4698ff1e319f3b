import { describe, expect, it } from 'vitest';
import { getMessageDelivery } from './delivery.ts';

const empty = { smtpUrl: null, smsUrl: null, isDemo: false, isDevelopment: false };

describe('message delivery', () => {
  it.each([
    ['nothing is set', {}, { mail: 'none', texts: 'none' }],
    ['the demo shows its outbox', { isDemo: true }, { mail: 'outbox', texts: 'outbox' }],
    ['development shows its outbox', { isDevelopment: true }, { mail: 'outbox', texts: 'outbox' }],
    ['mail alone is set up', { smtpUrl: 'smtp://mail.example' }, { mail: 'sent', texts: 'none' }],
    ['texts alone are set up', { smsUrl: 'https://sms.example', isDemo: true }, { mail: 'outbox', texts: 'sent' }],
  ] as const)('%s', (_case, settings, expected) => {
    expect(getMessageDelivery({ ...empty, ...settings })).toEqual(expected);
  });
});
