import { listNetworkOrigins } from '../platform/addresses/machine-addresses.ts';
import { getMessageDelivery } from '../platform/config/delivery.ts';
import type { Config } from '../platform/config/read-config.ts';
import type { WelcomeLine } from '../platform/module.ts';

interface StartedProduct {
  /** Origin at which the server listens. */
  readonly listening: string;
  readonly welcome: readonly WelcomeLine[];
}

/** Returns what the operator reads after a start: addresses, sign-in, data folder and what is not configured. */
export function describeStart(
  config: Config,
  { listening, welcome }: StartedProduct,
  networkOrigins: readonly string[] = listNetworkOrigins({ ...config, port: Number(new URL(listening).port || 80) }),
): readonly string[] {
  const missing = listMissingSettings(config);
  const lines: readonly WelcomeLine[] = [
    ['This machine', listening],
    ...(config.publicUrl === null ? [] : [['Public', config.publicUrl] as const]),
    ...describeOthers(config, networkOrigins),
    ...welcome,
    ['Data', config.dataFolder],
    ...(missing.length === 0 ? [] : [['Not configured', missing.join(', ')] as const]),
    ['Stop', 'Ctrl-C'],
  ];
  const width = Math.max(...lines.map(([label]) => label.length));
  return [
    `Atrium is ready at ${config.publicUrl ?? listening}`,
    '',
    ...lines.map(([label, text]) => `  ${label.padEnd(width)}  ${text}`),
    '',
  ];
}

function describeOthers({ host, publicUrl }: Config, origins: readonly string[]): readonly WelcomeLine[] {
  const isLocal = ['127.0.0.1', '::1', 'localhost'].includes(host);
  // A proxy on this machine lets others in.
  if (isLocal && publicUrl !== null) return [];
  if (isLocal) return [['Other machines', 'cannot connect: set HOST=0.0.0.0 to let them']];
  return origins.map((origin) => ['Other machines', origin]);
}

function listMissingSettings(config: Config): readonly string[] {
  const { mail, texts } = getMessageDelivery(config);
  const missing: readonly (readonly [isMissing: boolean, text: string])[] = [
    [mail !== 'sent', 'mail (SMTP_URL)'],
    [texts !== 'sent', 'text messages (SMS_URL)'],
    [config.backup.place === null, 'daily backups (ATRIUM_BACKUP_FOLDER)'],
    [config.publicUrl === null && config.host !== '127.0.0.1', 'the address in links (ATRIUM_PUBLIC_URL)'],
  ];
  return missing.flatMap(([isMissing, text]) => (isMissing ? [text] : []));
}
