import type { MessageId } from '../../i18n/index.ts';

/** Ways in which sensors and gateways send. */
export const ways = ['maker', 'json', 'mqtt'] as const;
export type Way = (typeof ways)[number];

/** Purpose of the key by way. */
export const purposes = {
  maker: 'DEVICES',
  json: 'READINGS',
  mqtt: 'READINGS',
} as const satisfies Record<Way, string>;

/** Example of a smart plug's query string. */
const example = new URLSearchParams({ device: 'plug-7', total: '2750' });

/** Whether only this machine reaches a host. */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);

interface Field {
  readonly label: MessageId;
  readonly value: string;
}

/** Returns what to put into a device. Without a key, an ellipsis stands for it. */
export function listFields(
  way: Way,
  { origin, hostname }: Pick<Location, 'origin' | 'hostname'>,
  secret: string | null,
): readonly Field[] {
  const key = secret ?? '…';
  if (way === 'json') return [{ label: 'devices.addressJson', value: `${origin}/ingest/v1/readings` }];
  if (way === 'mqtt') {
    // A key begins with its id.
    const [id = '…'] = key.split('.');
    return [
      { label: 'devices.mqttHost', value: hostname },
      { label: 'devices.mqttUser', value: id },
      { label: 'devices.mqttPassword', value: key },
      { label: 'devices.mqttTopic', value: `atrium/v1/${id}/readings` },
    ];
  }
  const address = `${origin}/ingest/v1/devices`;
  return [
    { label: 'devices.addressHeader', value: address },
    { label: 'devices.addressPath', value: `${address}/at/${key}` },
    { label: 'devices.addressQuery', value: `${address}/at/${key}?${example}` },
  ];
}

const quarterMs = 900_000;

/** Returns a command that sends one reading of the last complete quarter of an hour. */
export function buildReadingsCurl(origin: string, secret: string | null, now: number): string {
  const at = new Date(Math.floor(now / quarterMs) * quarterMs - quarterMs).toISOString().replace('.000Z', 'Z');
  const reading = { device: 'PAD-1', metric: 'affluenceIn', at, value: 4, interval: quarterMs / 1000 };
  return [
    `curl ${origin}/ingest/v1/readings \\`,
    `  -H "Authorization: Bearer ${secret ?? '…'}" \\`,
    `  -H "Content-Type: application/json" \\`,
    `  -d '${JSON.stringify([reading])}'`,
  ].join('\n');
}
