import { profileLanguages } from '@atrium/domain/people/access';
import * as v from 'valibot';
import { parseNetwork } from '../addresses/ip-address.ts';

interface Setting<Value> {
  /** Description of valid values, completing "takes …". */
  readonly takes: string;
  readonly schema: v.GenericSchema<string, Value>;
}

const setting = <Value>(takes: string, schema: v.GenericSchema<string, Value>): Setting<Value> => ({ takes, schema });

const address = (takes: string, ...protocols: string[]) =>
  setting(
    takes,
    v.pipe(
      v.string(),
      v.check((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol)),
    ),
  );

const web = (what: string) => address(`${what}, http:// or https://`, 'http:', 'https:');

/** An origin as browsers define it: scheme, host and port only. */
const origin = (what: string) =>
  setting(
    `${what}, http:// or https:// with nothing after the host and port`,
    v.pipe(
      v.string(),
      v.check(isOrigin),
      v.transform((text) => new URL(text).origin),
    ),
  );

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, pathname, search, hash, username } = new URL(text);
  return ['http:', 'https:'].includes(protocol) && pathname === '/' && search === '' && hash === '' && username === '';
}

const onOff = setting(
  '1 (on) or 0 (off)',
  v.pipe(
    v.picklist(['0', '1']),
    v.transform((text) => text === '1'),
  ),
);
const text = (what: string) => setting(what, v.pipe(v.string(), v.trim(), v.minLength(1)));

/** Whether a secret is long enough and varied enough. */
const isSecret = (value: string) => value.length >= 32 && new Set(value).size >= 10;

const provider = <Prefix extends string>(prefix: Prefix) =>
  ({
    [`${prefix}_ISSUER`]: web("the identity provider's issuer address"),
    [`${prefix}_CLIENT_ID`]: text('the client id registered with the provider'),
    [`${prefix}_CLIENT_SECRET`]: text('the client secret registered with the provider'),
    [`${prefix}_NAME`]: text('what people call the provider, for its button'),
  }) as Record<`${Prefix}_${'ISSUER' | 'CLIENT_ID' | 'CLIENT_SECRET' | 'NAME'}`, Setting<string>>;

const networks = (what: string) =>
  setting(
    `${what}, separated by commas, such as 127.0.0.1,10.0.0.0/8,fd00::/8`,
    v.pipe(
      v.string(),
      v.transform((text) => text.split(',').map((network) => parseNetwork(network.trim()))),
      v.array(v.string()),
    ),
  );

const portForm = v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number), v.maxValue(65_535));

const fromOneToThousand = v.pipe(
  v.string(),
  v.regex(/^\d{1,4}$/),
  v.transform(Number),
  v.minValue(1),
  v.maxValue(1000),
);

const labels = /^(?=.{3,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** Stored without the leading dot, which browsers ignore. */
const cookieDomain = setting(
  'a domain of at least two parts, such as .example.com, with no scheme and no port',
  v.pipe(
    v.string(),
    v.transform((text) => text.toLowerCase().replace(/^\./, '')),
    v.regex(labels),
  ),
);

/** Headers in OpenTelemetry's format; values may be percent-encoded. */
const otlpHeaders = setting(
  'headers for where traces are sent, such as authorization=Bearer%20x, separated by commas',
  v.pipe(
    v.string(),
    v.regex(/^[\w-]+=[^,=\s]+(,[\w-]+=[^,=\s]+)*$/),
    v.check((text) => !/%(?![\da-f]{2})/i.test(text)),
    v.transform((text) => Object.fromEntries(text.split(',').map((pair) => pair.split('=').map(decodeURIComponent)))),
    v.record(v.string(), v.pipe(v.string(), v.regex(/^[\t\x20-\x7e]*$/))),
  ),
);

/** All environment variables the product reads. An empty value counts as not set. */
export const settings = {
  PORT: setting('a port number from 0 (any free one) to 65535', portForm),
  HOST: setting('the address or host name to listen on', v.pipe(v.string(), v.regex(/^[\w.:-]+$/))),
  ATRIUM_DATA_DIR: text('the path of the data folder'),
  ATRIUM_DEMO: onOff,
  ATRIUM_DEMO_DAYS: setting('how many days lie behind the demo when it begins, from 1 to 1000', fromOneToThousand),
  ATRIUM_SIMULATOR: onOff,
  ATRIUM_FUNNEL_DEMO: setting(
    'who is shown a demonstration of the sales funnel: names of organizations and mail addresses, separated by commas',
    v.pipe(
      v.string(),
      v.transform((text) => text.split(',').map((name) => name.trim())),
      v.array(v.pipe(v.string(), v.minLength(1))),
    ),
  ),
  ATRIUM_LANGUAGES: setting(
    `languages people may choose, separated by commas, out of ${profileLanguages.join(', ')}`,
    v.pipe(
      v.string(),
      v.transform((text) => [...new Set(text.split(',').map((code) => code.trim()))]),
      v.array(v.picklist(profileLanguages)),
    ),
  ),
  ATRIUM_PUBLIC_URL: origin('the address people open'),
  ATRIUM_ENVIRONMENT: setting(
    'the name cookies begin with: up to 20 small letters, digits and hyphens',
    v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,19}$/)),
  ),
  ATRIUM_COOKIE_DOMAIN: cookieDomain,
  ATRIUM_HOST_COOKIES: onOff,
  ATRIUM_TRUSTED_PROXIES: networks('addresses or CIDR ranges of proxies'),
  ATRIUM_HSTS_SUBDOMAINS: onOff,
  ATRIUM_SECRET: setting('a random text of at least 32 characters', v.pipe(v.string(), v.check(isSecret))),
  ATRIUM_METRICS_TOKEN: setting(
    'a random text of at least 32 characters with no space',
    v.pipe(v.string(), v.regex(/^\S+$/), v.check(isSecret)),
  ),
  ATRIUM_LOG_REQUESTS: onOff,
  OTEL_EXPORTER_OTLP_ENDPOINT: web('where traces are sent by OTLP over HTTP'),
  OTEL_EXPORTER_OTLP_HEADERS: otlpHeaders,
  OTEL_SERVICE_NAME: text('what traces call this installation'),
  ATRIUM_CALLABLE_NETWORKS: networks('networks of receivers that may be called besides public addresses'),
  ATRIUM_ROLE: setting('all, web or worker', v.picklist(['all', 'web', 'worker'])),
  DATABASE_URL: address('a PostgreSQL address, postgres://…', 'postgres:', 'postgresql:'),
  CLICKHOUSE_URL: web('a ClickHouse address'),
  NATS_URL: address('a NATS address, nats://… or tls://…', 'nats:', 'tls:'),
  SMTP_URL: address('a mail server address, smtp://… or smtps://…', 'smtp:', 'smtps:'),
  MQTT_URL: address('a broker address, mqtt://… or mqtts://…', 'mqtt:', 'mqtts:'),
  MQTT_PORT: setting('off, or a port number from 0 (any free one) to 65535', v.union([v.literal('off'), portForm])),
  ATRIUM_BACKUP_FOLDER: setting(
    'where backups go: a folder, or s3:// with a bucket and a path',
    v.pipe(
      v.string(),
      v.trim(),
      v.minLength(1),
      v.check((place) => !place.includes('://') || /^s3:\/\/[a-z0-9][a-z0-9.-]{1,62}(\/[\w.-]+)*\/?$/.test(place)),
    ),
  ),
  ATRIUM_BACKUP_HOUR: setting(
    'the hour of the daily backup in UTC, from 0 to 23',
    v.pipe(v.string(), v.regex(/^\d{1,2}$/), v.transform(Number), v.maxValue(23)),
  ),
  ATRIUM_BACKUP_KEEP: setting('how many backups are kept, from 1 to 1000', fromOneToThousand),
  ATRIUM_BACKUP_KEY: setting('a random text of at least 32 characters', v.pipe(v.string(), v.check(isSecret))),
  AWS_ENDPOINT_URL: web('the address of the S3-compatible storage'),
  AWS_REGION: text('the region of the storage'),
  AWS_ACCESS_KEY_ID: text('the id of the key for the storage'),
  AWS_SECRET_ACCESS_KEY: text('the key for the storage'),
  ...provider('OIDC'),
  ...provider('RETAILER_OIDC'),
  BUILDER_ORIGIN: origin("the builder's address"),
  SMS_URL: web('the address that texts are posted to'),
  ANALYTICS_WEB_URL: web('the address page views are posted to'),
  ANALYTICS_SESSION_URL: web('the address sessions are posted to'),
  ANALYTICS_PIPELINE_URL: web('the address pipeline events are posted to'),
  SURVEY_URL: web('the address of the survey'),
  WEATHER_URL: web("the address of a weather service that answers as Open-Meteo's forecast does"),
  WEATHER_KEY: text('the key of the weather service'),
  MIGRATION_URL: web('the address of the version people are invited to move to'),
} as const satisfies Record<string, Setting<unknown>>;

export type SettingName = keyof typeof settings;
export type Settings = { readonly [Name in SettingName]?: v.InferOutput<(typeof settings)[Name]['schema']> };

/** Prefixes used only by Atrium. An unknown name with one of them is a mistake. */
export const ownPrefixes = ['ATRIUM_', 'OIDC_', 'RETAILER_OIDC_'];
