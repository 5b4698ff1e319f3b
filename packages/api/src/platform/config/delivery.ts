import type { Config } from './read-config.ts';

/**
 * Delivery of one kind of message. `sent`: a server is configured. `outbox`: messages are stored and `/dev/outbox`
 * shows them. `none`: messages are not delivered and cannot be read, so nothing may depend on one.
 */
type Delivery = 'sent' | 'outbox' | 'none';

/** Delivery of mails (`SMTP_URL`) and text messages (`SMS_URL`). */
export interface MessageDelivery {
  readonly mail: Delivery;
  readonly texts: Delivery;
}

export const everythingSent: MessageDelivery = { mail: 'sent', texts: 'sent' };

/**
 * Whether the outbox is shown: only in the demo and in development, because it holds links and codes that open
 * accounts.
 */
export const isOutboxShown = ({ isDemo, isDevelopment }: Pick<Config, 'isDemo' | 'isDevelopment'>): boolean =>
  isDemo || isDevelopment;

/** Decides, for the whole product, whether mail and text messages are configured. */
export function getMessageDelivery(
  config: Pick<Config, 'smtpUrl' | 'smsUrl' | 'isDemo' | 'isDevelopment'>,
): MessageDelivery {
  const unsent = isOutboxShown(config) ? 'outbox' : 'none';
  return {
    mail: config.smtpUrl === null ? unsent : 'sent',
    texts: config.smsUrl === null ? unsent : 'sent',
  };
}
