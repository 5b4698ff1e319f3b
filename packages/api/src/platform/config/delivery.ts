import type { Config } from './read-config.ts';

/**
 * What becomes of messages of one kind. `sent`: a server is set up for them. `outbox`: nobody delivers them, and
 * `/dev/outbox` shows them. `none`: nobody delivers or reads them, so nothing may depend on one.
 */
type Delivery = 'sent' | 'outbox' | 'none';

/** What becomes of mails (`SMTP_URL`) and text messages (`SMS_URL`). */
export interface MessageDelivery {
  readonly mail: Delivery;
  readonly texts: Delivery;
}

export const everythingSent: MessageDelivery = { mail: 'sent', texts: 'sent' };

/** The demo and development show the outbox: it holds links and codes that open accounts. */
export const showsOutbox = ({ isDemo, isDevelopment }: Pick<Config, 'isDemo' | 'isDevelopment'>): boolean =>
  isDemo || isDevelopment;

/** The one place that decides whether mail and text messages are set up. */
export function messageDelivery(
  config: Pick<Config, 'smtpUrl' | 'smsUrl' | 'isDemo' | 'isDevelopment'>,
): MessageDelivery {
  const unsent = showsOutbox(config) ? 'outbox' : 'none';
  return {
    mail: config.smtpUrl === null ? unsent : 'sent',
    texts: config.smsUrl === null ? unsent : 'sent',
  };
}
