import { normalizeEmail } from '@atrium/domain/access';
import { StartRefused } from '../start-refused.ts';

export interface MailServer {
  /** Server URL without our own parameters. */
  readonly url: string;
  readonly from: { readonly name: string; readonly address: string };
}

/**
 * Parses `SMTP_URL`. `?from=reports@example.com` or `?from=Name <reports@example.com>` sets the sender; the default is
 * no-reply at the product's host. Throws `StartRefused` when the sender is no email address.
 */
export function parseMailServer(smtpUrl: string, productUrl: string): MailServer {
  const url = new URL(smtpUrl);
  const wanted = url.searchParams.get('from') ?? `Atrium <no-reply@${senderDomain(productUrl)}>`;
  url.searchParams.delete('from');
  const [, name = '', bracketed] = /^(.*?)\s*<([^<>]+)>$/.exec(wanted.trim()) ?? [];
  const address = normalizeEmail(bracketed ?? wanted);
  if (address === null) throw new StartRefused('SMTP_URL takes an email address as its from');
  return { url: url.href, from: { name: name === '' ? 'Atrium' : name, address } };
}

/** Mail servers refuse senders without a dotted domain, so a bare host name or an IP address cannot be used. */
function senderDomain(productUrl: string): string {
  const { hostname } = new URL(productUrl);
  return /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]+$/.test(hostname) ? hostname : 'localhost.localdomain';
}
