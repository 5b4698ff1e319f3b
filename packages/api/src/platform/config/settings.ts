import { profileLanguages } from '@atrium/domain/people/access';
import * as v from 'valibot';
import {
  address,
  cookieDomain,
  fromOneToThousand,
  isSecret,
  type Kind,
  keptDays,
  kind,
  networks,
  onOff,
  origin,
  otlpHeaders,
  portForm,
  text,
  web,
} from './setting-kinds.ts';

/** Sections of the reference, in its order. */
export const settingGroups = {
  server: 'Server and data',
  demo: 'Demo',
  network: 'Network and cookies',
  signIn: 'Sign-in by identity providers',
  messages: 'Mail and text messages',
  retention: 'Retention',
  backups: 'Backups',
  monitoring: 'Monitoring',
  servers: 'Other servers and several processes',
  services: 'Other services',
} as const;

type SettingGroup = keyof typeof settingGroups;

interface Description {
  readonly group: SettingGroup;
  /** Value when the setting is missing, in words for the reference. */
  readonly default: string;
  readonly meaning: string;
  readonly example?: string;
}

export interface Setting<Value> extends Kind<Value>, Description {
  /** A secret may also be read from a file that `<name>_FILE` names. */
  readonly isSecret: boolean;
  /** A relative path in the settings file starts at the file's folder. */
  readonly isPath: boolean;
}

const setting = <Value>(form: Kind<Value>, description: Description): Setting<Value> => ({
  ...form,
  ...description,
  isSecret: false,
  isPath: false,
});
const secret = <Value>(form: Kind<Value>, description: Description): Setting<Value> => ({
  ...setting(form, description),
  isSecret: true,
});
const path = <Value>(form: Kind<Value>, description: Description): Setting<Value> => ({
  ...setting(form, description),
  isPath: true,
});

const provider = <Prefix extends string>(prefix: Prefix, who: string) => {
  const part = (meaning: string, otherwise = 'none') => ({
    group: 'signIn' as const,
    default: otherwise,
    meaning: `${meaning}, for ${who}`,
  });
  return {
    [`${prefix}_ISSUER`]: setting(web("the identity provider's issuer address"), part('issuer of the provider')),
    [`${prefix}_CLIENT_ID`]: setting(text('the client id registered with the provider'), part('client id')),
    [`${prefix}_CLIENT_SECRET`]: secret(text('the client secret registered with the provider'), part('client secret')),
    [`${prefix}_NAME`]: setting(
      text('what people call the provider, for its button'),
      part('name on the button', 'a general label'),
    ),
  } as Record<`${Prefix}_${'ISSUER' | 'CLIENT_ID' | 'CLIENT_SECRET' | 'NAME'}`, Setting<string>>;
};

const randomText = kind('a random text of at least 32 characters', v.pipe(v.string(), v.check(isSecret)));

/** All settings, in the order of the reference. An empty value counts as not set. */
export const settings = {
  ATRIUM_CONFIG: path(text('the path of the settings file, or off'), {
    group: 'server',
    default: '`atrium.yaml` in the product’s folder, if it exists',
    meaning: 'settings file, or `off`; only as environment variable',
    example: '/etc/atrium/atrium.yaml',
  }),
  PORT: setting(kind('a port number from 0 (any free one) to 65535', portForm), {
    group: 'server',
    default: '4000',
    meaning: 'HTTP port; 0 takes any free port',
    example: '8080',
  }),
  HOST: setting(kind('the address or host name to listen on', v.pipe(v.string(), v.regex(/^[\w.:-]+$/))), {
    group: 'server',
    default: '127.0.0.1',
    meaning: 'address to listen on; 0.0.0.0 lets other machines connect',
    example: '0.0.0.0',
  }),
  ATRIUM_PUBLIC_URL: setting(origin('the address people open'), {
    group: 'server',
    default: 'where the server listens',
    meaning: 'address that people open; links begin with it',
    example: 'https://atrium.example.com',
  }),
  ATRIUM_DATA_DIR: path(text('the path of the data folder'), {
    group: 'server',
    default: './data',
    meaning: 'data folder',
    example: './mine',
  }),
  ATRIUM_SECRET: secret(randomText, {
    group: 'server',
    default: 'a secret in the data folder',
    meaning: 'signs tokens; at least 32 random characters; required for several processes',
  }),
  ATRIUM_LANGUAGES: setting(
    kind(
      `languages people may choose, separated by commas, out of ${profileLanguages.join(', ')}`,
      v.pipe(
        v.string(),
        v.transform((codes) => [...new Set(codes.split(',').map((code) => code.trim()))]),
        v.array(v.picklist(profileLanguages)),
      ),
    ),
    {
      group: 'server',
      default: 'English and French; all six in the demo',
      meaning: 'languages that people may choose',
      example: 'en,fr,de',
    },
  ),
  MQTT_PORT: setting(
    kind('off, or a port number from 0 (any free one) to 65535', v.union([v.literal('off'), portForm])),
    {
      group: 'server',
      default: '1883, if it is free',
      meaning: 'port of the embedded MQTT broker, or `off`',
      example: '11883',
    },
  ),
  MQTT_URL: secret(address('a broker address, mqtt://… or mqtts://…', 'mqtt:', 'mqtts:'), {
    group: 'server',
    default: 'none',
    meaning: 'your own broker to take readings from, besides the embedded one',
    example: 'mqtts://broker.example.com',
  }),
  ATRIUM_DEMO: setting(onOff, { group: 'demo', default: '1', meaning: '0 starts without the demo', example: '0' }),
  ATRIUM_DEMO_DAYS: setting(
    kind('how many days lie behind the demo when it begins, from 1 to 1000', fromOneToThousand),
    { group: 'demo', default: 'thirteen months', meaning: 'days of history in a new demo, 1 to 1000', example: '30' },
  ),
  ATRIUM_SIMULATOR: setting(onOff, {
    group: 'demo',
    default: 'as ATRIUM_DEMO',
    meaning: '1 keeps simulated sensors reporting',
    example: '1',
  }),
  ATRIUM_FUNNEL_DEMO: setting(
    kind(
      'who is shown a demonstration of the sales funnel: names of organizations and mail addresses, separated by commas',
      v.pipe(
        v.string(),
        v.transform((names) => names.split(',').map((name) => name.trim())),
        v.array(v.pipe(v.string(), v.minLength(1))),
      ),
    ),
    {
      group: 'demo',
      default: 'none; Rival Stores in the demo',
      meaning: 'organizations and people whose sales funnel shows invented figures',
      example: 'Rival Stores,ann@example.com',
    },
  ),
  ATRIUM_TRUSTED_PROXIES: setting(networks('addresses or CIDR ranges of proxies'), {
    group: 'network',
    default: 'none: everybody behind a proxy shares its limits',
    meaning: 'proxies in front whose `X-Forwarded-For` is trusted',
    example: '10.0.0.0/8',
  }),
  ATRIUM_CALLABLE_NETWORKS: setting(networks('networks of receivers that may be called besides public addresses'), {
    group: 'network',
    default: 'public addresses only',
    meaning: 'networks of on-site receivers that alerts may call',
    example: '10.1.0.0/16',
  }),
  ATRIUM_COOKIE_DOMAIN: setting(cookieDomain, {
    group: 'network',
    default: 'the host people open',
    meaning: 'hosts of this domain share one sign-in',
    example: '.example.com',
  }),
  ATRIUM_HOST_COOKIES: setting(onOff, {
    group: 'network',
    default: '0',
    meaning: '1 stores tokens in cookies of one host that scripts cannot read',
    example: '1',
  }),
  ATRIUM_ENVIRONMENT: setting(
    kind(
      'the name cookies begin with: up to 20 small letters, digits and hyphens',
      v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,19}$/)),
    ),
    {
      group: 'network',
      default: 'production',
      meaning: 'prefix of cookie names, where several installations share a domain',
      example: 'staging',
    },
  ),
  ATRIUM_HSTS_SUBDOMAINS: setting(onOff, {
    group: 'network',
    default: '0',
    meaning: '1 extends HSTS to subdomains; each must serve https',
    example: '1',
  }),
  ...provider('OIDC', 'members'),
  ...provider('RETAILER_OIDC', 'the sales hub'),
  SMTP_URL: secret(address('a mail server address, smtp://… or smtps://…', 'smtp:', 'smtps:'), {
    group: 'messages',
    default: 'no mail is delivered',
    meaning: 'mail server',
    example: 'smtp://mail.example.com:587',
  }),
  SMS_URL: secret(web('the address that texts are posted to'), {
    group: 'messages',
    default: 'no text message is delivered',
    meaning: 'service for text messages',
    example: 'https://sms.example.com/send',
  }),
  ATRIUM_KEEP_AUDIT_DAYS: setting(keptDays('entries of the audit log'), {
    group: 'retention',
    default: 'forever',
    meaning: 'days that entries of the audit log stay, at least 90',
    example: '1825',
  }),
  ATRIUM_KEEP_ALERT_LOG_DAYS: setting(keptDays('ended entries of the alert log'), {
    group: 'retention',
    default: 'forever',
    meaning: 'days that ended entries of the alert log stay, with their history and notifications, at least 90',
    example: '1095',
  }),
  ATRIUM_BACKUP_FOLDER: path(
    kind(
      'where backups go: a folder, or s3:// with a bucket and a path',
      v.pipe(
        v.string(),
        v.trim(),
        v.minLength(1),
        v.check((place) => !place.includes('://') || /^s3:\/\/[a-z0-9][a-z0-9.-]{1,62}(\/[\w.-]+)*\/?$/.test(place)),
      ),
    ),
    {
      group: 'backups',
      default: 'no daily backup',
      meaning: 'folder or S3-compatible storage (`s3://…`) of the daily backups',
      example: '/mnt/backups',
    },
  ),
  ATRIUM_BACKUP_HOUR: setting(
    kind(
      'the hour of the daily backup in UTC, from 0 to 23',
      v.pipe(v.string(), v.regex(/^\d{1,2}$/), v.transform(Number), v.maxValue(23)),
    ),
    { group: 'backups', default: '2', meaning: 'hour of the daily backup, UTC', example: '4' },
  ),
  ATRIUM_BACKUP_KEEP: setting(kind('how many backups are kept, from 1 to 1000', fromOneToThousand), {
    group: 'backups',
    default: '14',
    meaning: 'number of daily backups to keep',
    example: '30',
  }),
  ATRIUM_BACKUP_KEY: secret(randomText, {
    group: 'backups',
    default: 'backups are not encrypted',
    meaning: 'key that encrypts backups; at least 32 random characters',
  }),
  AWS_ENDPOINT_URL: setting(web('the address of the S3-compatible storage'), {
    group: 'backups',
    default: "Amazon's, for the region",
    meaning: 'address of the S3-compatible storage',
    example: 'https://minio.example.com',
  }),
  AWS_REGION: setting(text('the region of the storage'), {
    group: 'backups',
    default: 'us-east-1',
    meaning: 'region of the storage',
    example: 'eu-central-2',
  }),
  AWS_ACCESS_KEY_ID: secret(text('the id of the key for the storage'), {
    group: 'backups',
    default: 'none',
    meaning: 'id of the access key; required for s3://',
  }),
  AWS_SECRET_ACCESS_KEY: secret(text('the key for the storage'), {
    group: 'backups',
    default: 'none',
    meaning: 'access key; required for s3://',
  }),
  ATRIUM_METRICS_TOKEN: secret(
    kind(
      'a random text of at least 32 characters with no space',
      v.pipe(v.string(), v.regex(/^\S+$/), v.check(isSecret)),
    ),
    {
      group: 'monitoring',
      default: 'nobody may read `/metrics`',
      meaning: 'bearer token for `/metrics`; at least 32 random characters',
    },
  ),
  ATRIUM_LOG_REQUESTS: setting(onOff, {
    group: 'monitoring',
    default: '0',
    meaning: '1 logs a line per response',
    example: '1',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(web('where traces are sent by OTLP over HTTP'), {
    group: 'monitoring',
    default: 'no traces',
    meaning: 'where traces are sent',
    example: 'http://collector:4318',
  }),
  OTEL_EXPORTER_OTLP_HEADERS: secret(otlpHeaders, {
    group: 'monitoring',
    default: 'none',
    meaning: 'headers of the requests that send traces',
    example: 'authorization=Bearer%20x',
  }),
  OTEL_SERVICE_NAME: setting(text('what traces call this installation'), {
    group: 'monitoring',
    default: 'atrium',
    meaning: 'name of this installation in traces',
    example: 'atrium-staging',
  }),
  ATRIUM_ROLE: setting(kind('all, web or worker', v.picklist(['all', 'web', 'worker'])), {
    group: 'servers',
    default: 'all',
    meaning: 'role of this process: `all`, `worker` or `web`',
    example: 'worker',
  }),
  DATABASE_URL: secret(address('a PostgreSQL address, postgres://…', 'postgres:', 'postgresql:'), {
    group: 'servers',
    default: 'embedded',
    meaning: 'PostgreSQL server',
    example: 'postgres://db/atrium',
  }),
  CLICKHOUSE_URL: secret(web('a ClickHouse address'), {
    group: 'servers',
    default: 'embedded',
    meaning: 'ClickHouse server',
    example: 'http://clickhouse:8123',
  }),
  NATS_URL: secret(address('a NATS address, nats://… or tls://…', 'nats:', 'tls:'), {
    group: 'servers',
    default: 'none',
    meaning: 'NATS server, for several processes',
    example: 'nats://nats',
  }),
  WEATHER_URL: setting(web("the address of a weather service that answers as Open-Meteo's forecast does"), {
    group: 'services',
    default: 'no weather; invented in the demo',
    meaning: 'weather service',
    example: 'https://api.open-meteo.com/v1/forecast',
  }),
  WEATHER_KEY: secret(text('the key of the weather service'), {
    group: 'services',
    default: 'none',
    meaning: 'key of the weather service',
  }),
  BUILDER_ORIGIN: setting(origin("the builder's address"), {
    group: 'services',
    default: 'none',
    meaning: 'the one origin that may frame `/widget-builder` and fill it by messages',
    example: 'https://builder.example.com',
  }),
  MIGRATION_URL: setting(web('the address of the version people are invited to move to'), {
    group: 'services',
    default: 'the guide only',
    meaning: 'where the migration notice leads, besides the guide',
    example: 'https://new.example.com',
  }),
  ANALYTICS_WEB_URL: setting(web('the address page views are posted to'), {
    group: 'services',
    default: 'none',
    meaning: 'where page views are posted, after consent',
  }),
  ANALYTICS_SESSION_URL: setting(web('the address sessions are posted to'), {
    group: 'services',
    default: 'none',
    meaning: 'where sessions are posted, after consent',
  }),
  ANALYTICS_PIPELINE_URL: setting(web('the address pipeline events are posted to'), {
    group: 'services',
    default: 'none',
    meaning: 'where pipeline events are posted, after consent',
  }),
  SURVEY_URL: setting(web('the address of the survey'), {
    group: 'services',
    default: 'no survey',
    meaning: 'address of the survey',
  }),
} as const satisfies Record<string, Setting<unknown>>;

export type SettingName = keyof typeof settings;
export type Settings = { readonly [Name in SettingName]?: v.InferOutput<(typeof settings)[Name]['schema']> };

/** Prefixes used only by Atrium. An unknown name with one of them is a mistake. */
export const ownPrefixes = ['ATRIUM_', 'OIDC_', 'RETAILER_OIDC_'];

const isSettingName = (name: string): name is SettingName => Object.hasOwn(settings, name);

/** Settings that the settings file cannot contain, because they say where it is. */
export const onlyInEnvironment: ReadonlySet<string> = new Set<SettingName>(['ATRIUM_CONFIG']);

/** Returns the setting that a name such as `SMTP_URL_FILE` reads from a file; null for any other name. */
export function toSecretName(name: string): SettingName | null {
  if (!name.endsWith('_FILE')) return null;
  const base = name.slice(0, -'_FILE'.length);
  return isSettingName(base) && settings[base].isSecret ? base : null;
}

/** Returns the key of a setting in the settings file: `ATRIUM_PUBLIC_URL` is `publicUrl`. */
export const toSettingKey = (name: string): string =>
  name
    .replace(/^ATRIUM_/, '')
    .toLowerCase()
    .replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** All names that the environment may contain, also those of secret files. */
export const environmentNames: readonly string[] = Object.entries(settings).flatMap(([name, { isSecret: hasFile }]) =>
  hasFile ? [name, `${name}_FILE`] : [name],
);
