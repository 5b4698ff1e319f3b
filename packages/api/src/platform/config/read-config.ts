import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ProfileLanguage, profileLanguages } from '@atrium/domain/access';
import { err, ok, type Result } from '@atrium/domain/core';
import * as v from 'valibot';
import { ownPrefixes, type SettingName, type Settings, settings } from './settings.ts';
import { urlHost } from './url-host.ts';

export interface ProviderConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** What people call it; null where nobody said. */
  readonly name: string | null;
}

export interface BackupConfig {
  /** The absolute path of a folder, or an address s3://…; null: none are made by themselves. */
  readonly place: string | null;
  /** Of the daily backup, in UTC. */
  readonly hour: number;
  /** How many of them stay. */
  readonly keep: number;
  /** null: they are not encrypted. */
  readonly key: string | null;
  /** How an S3-compatible storage is reached; null: there is none. */
  readonly s3: {
    readonly endpoint: string;
    readonly region: string;
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
  } | null;
}

export interface Config {
  /** NODE_ENV=development: hot reload, the debug button, introspection. Anything else is the real thing. */
  readonly isDevelopment: boolean;
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Absolute. */
  readonly dataFolder: string;
  readonly isDemo: boolean;
  /** How many days lie behind the demo when it begins; null: as many as it likes. */
  readonly demoDays: number | null;
  readonly runsSimulator: boolean;
  /** Organizations, by name, and people, by mail address, whose sales funnel shows invented figures. */
  readonly funnelDemo: readonly string[];
  /** Those people may choose. */
  readonly languages: readonly ProfileLanguage[];
  /** Origin in links and origin checks; null follows the address listened on. */
  readonly publicUrl: string | null;
  /** What the names of cookies begin with, so that two installations on one domain never meet. */
  readonly environment: string;
  /** The domain whose hosts share the session's cookies; null: the host people open, alone. */
  readonly cookieDomain: string | null;
  /** Tokens are kept in cookies of the one host that no script can read. */
  readonly hostCookies: boolean;
  /** Networks in CIDR form whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  /** Networks in CIDR form in which systems may be called though they are not on the public internet. */
  readonly callableNetworks: readonly string[];
  /** Hosts below the one of `publicUrl` are reached over https too. */
  readonly hstsSubdomains: boolean;
  /** What `/metrics` takes as bearer token; null: it answers nobody. */
  readonly metricsToken: string | null;
  /** A line of the log for each answered request. */
  readonly logsRequests: boolean;
  /** Where traces are sent; null: nowhere, and none are made. */
  readonly traces: {
    readonly endpoint: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly service: string;
  } | null;
  /** null takes the secret kept in the data folder. */
  readonly secret: string | null;
  readonly role: 'all' | 'web' | 'worker';
  /** Each null means the embedded one. */
  readonly databaseUrl: string | null;
  readonly clickhouseUrl: string | null;
  readonly natsUrl: string | null;
  readonly smtpUrl: string | null;
  /** A broker to take readings from, besides what is sent here. */
  readonly mqttUrl: string | null;
  /** The embedded broker's; 0 takes any free one, null the usual one unless another program has it. */
  readonly mqttPort: number | 'off' | null;
  readonly backup: BackupConfig;
  readonly oidc: ProviderConfig | null;
  readonly retailerOidc: ProviderConfig | null;
  readonly builderOrigin: string | null;
  readonly smsUrl: string | null;
  readonly sinks: {
    readonly web: string | null;
    readonly session: string | null;
    readonly pipeline: string | null;
    readonly survey: string | null;
  };
  /** A service that answers as Open-Meteo does; null asks nobody. */
  readonly weatherUrl: string | null;
  readonly weatherKey: string | null;
  /** Where the migration notice leads; null: to the guide only. */
  readonly migrationUrl: string | null;
}

type Environment = Readonly<Record<string, string | undefined>>;

const productFolder = fileURLToPath(new URL('../../../../../', import.meta.url));

/**
 * The environment as the product understands it, or every reason why it does not, one line each. Messages name the
 * variable and what it takes, never the value: it may be a secret.
 */
export function readConfig(environment: Environment): Result<Config, readonly string[]> {
  const { read, problems } = readSettings(environment);
  problems.push(...incompleteProvider(read, 'OIDC'), ...incompleteProvider(read, 'RETAILER_OIDC'));
  problems.push(...foreignCookieDomain(read), ...unkeptHostCookies(read));
  problems.push(...unreachableStorage(read));
  problems.push(...lonelyRole(read));
  if (problems.length > 0) return err(problems);
  const isDemo = read.ATRIUM_DEMO ?? true;
  const isDevelopment = environment.NODE_ENV === 'development';
  return ok({
    isDevelopment,
    host: read.HOST ?? usualAddress,
    port: read.PORT ?? 4000,
    dataFolder: read.ATRIUM_DATA_DIR
      ? resolve(environment.INIT_CWD ?? '.', read.ATRIUM_DATA_DIR)
      : resolve(productFolder, 'data'),
    isDemo,
    demoDays: read.ATRIUM_DEMO_DAYS ?? null,
    runsSimulator: read.ATRIUM_SIMULATOR ?? isDemo,
    // Nobody sells there.
    funnelDemo: read.ATRIUM_FUNNEL_DEMO ?? (isDemo ? ['Rival Stores'] : []),
    languages: read.ATRIUM_LANGUAGES ?? (isDemo ? profileLanguages : ['en', 'fr']),
    publicUrl: read.ATRIUM_PUBLIC_URL ?? null,
    environment: read.ATRIUM_ENVIRONMENT ?? (isDevelopment ? 'development' : 'production'),
    cookieDomain: read.ATRIUM_COOKIE_DOMAIN ?? null,
    hostCookies: read.ATRIUM_HOST_COOKIES ?? false,
    trustedProxies: read.ATRIUM_TRUSTED_PROXIES ?? [],
    callableNetworks: read.ATRIUM_CALLABLE_NETWORKS ?? [],
    hstsSubdomains: read.ATRIUM_HSTS_SUBDOMAINS ?? false,
    metricsToken: read.ATRIUM_METRICS_TOKEN ?? null,
    logsRequests: read.ATRIUM_LOG_REQUESTS ?? false,
    traces: tracesOf(read),
    secret: read.ATRIUM_SECRET ?? null,
    role: read.ATRIUM_ROLE ?? 'all',
    databaseUrl: read.DATABASE_URL ?? null,
    clickhouseUrl: read.CLICKHOUSE_URL ?? null,
    natsUrl: read.NATS_URL ?? null,
    smtpUrl: read.SMTP_URL ?? null,
    mqttUrl: read.MQTT_URL ?? null,
    mqttPort: read.MQTT_PORT ?? null,
    backup: backupOf(read, environment),
    oidc: providerOf(read, 'OIDC'),
    retailerOidc: providerOf(read, 'RETAILER_OIDC'),
    builderOrigin: read.BUILDER_ORIGIN ?? null,
    smsUrl: read.SMS_URL ?? null,
    sinks: {
      web: read.ANALYTICS_WEB_URL ?? null,
      session: read.ANALYTICS_SESSION_URL ?? null,
      pipeline: read.ANALYTICS_PIPELINE_URL ?? null,
      survey: read.SURVEY_URL ?? null,
    },
    weatherUrl: read.WEATHER_URL ?? null,
    weatherKey: read.WEATHER_KEY ?? null,
    migrationUrl: read.MIGRATION_URL ?? null,
  });
}

function readSettings(environment: Environment): { read: Settings; problems: string[] } {
  const read: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined || value === '') continue;
    const known = Object.hasOwn(settings, name) ? settings[name as SettingName] : undefined;
    if (known === undefined) {
      if (ownPrefixes.some((prefix) => name.startsWith(prefix))) problems.push(unknownSetting(name));
      continue;
    }
    const parsed = v.safeParse(known.schema, value);
    if (parsed.success) read[name] = parsed.output;
    else problems.push(`${name} takes ${known.takes}`);
  }
  return { read: read as Settings, problems };
}

function unknownSetting(name: string): string {
  const prefix = ownPrefixes.find((each) => name.startsWith(each)) ?? '';
  const known = Object.keys(settings).filter((each) => each.startsWith(prefix));
  const [meant] = known.toSorted((a, b) => stepsBetween(name, a) - stepsBetween(name, b));
  const guess = meant !== undefined && stepsBetween(name, meant) <= mostSteps ? ` (did you mean ${meant}?)` : '';
  return `${name} is not a setting${guess}; there are ${known.join(', ')}`;
}

/** More letters wrong than this is another word. */
const mostSteps = 3;

/** How many letters must be added, taken away or replaced to make one word of the other. */
function stepsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [column, counterpart] of [...other].entries())
      next.push(
        Math.min(
          (row[column] ?? 0) + (letter === counterpart ? 0 : 1),
          (row[column + 1] ?? 0) + 1,
          (next[column] ?? 0) + 1,
        ),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}

type ProviderName = 'OIDC' | 'RETAILER_OIDC';
const providerParts = ['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET'] as const;

function incompleteProvider(read: Settings, name: ProviderName): string[] {
  const missing = providerParts.filter((part) => read[`${name}_${part}`] === undefined);
  if (missing.length === 0 || missing.length === providerParts.length) return [];
  return missing.map((part) => `${name}_${part} is missing: it takes ${settings[`${name}_${part}`].takes}`);
}

/** A browser keeps no cookie for a domain its page is not on: nobody could sign in. */
function foreignCookieDomain({ ATRIUM_COOKIE_DOMAIN: domain, ATRIUM_PUBLIC_URL: url }: Settings): readonly string[] {
  if (domain === undefined) return [];
  const host = url === undefined ? null : new URL(url).hostname;
  return host === domain || host?.endsWith(`.${domain}`)
    ? []
    : ['ATRIUM_COOKIE_DOMAIN takes the domain of ATRIUM_PUBLIC_URL, or one above it'];
}

/** Such cookies are one host's, kept over https or on this machine, and never handed to another page. */
function unkeptHostCookies(read: Settings): readonly string[] {
  if (read.ATRIUM_HOST_COOKIES !== true) return [];
  const problems: string[] = [];
  const { protocol, hostname } = new URL(read.ATRIUM_PUBLIC_URL ?? originAt(read.HOST ?? usualAddress));
  if (protocol !== 'https:' && !isThisMachine(hostname))
    problems.push(
      'ATRIUM_HOST_COOKIES takes an ATRIUM_PUBLIC_URL with https://: browsers keep such cookies nowhere else',
    );
  for (const other of ['ATRIUM_COOKIE_DOMAIN', 'BUILDER_ORIGIN'] as const)
    if (read[other] !== undefined)
      problems.push(`ATRIUM_HOST_COOKIES and ${other} exclude each other: other hosts are given no token then`);
  return problems;
}

const usualAddress = '127.0.0.1';
/** Every address of the machine stays what it is: it is not this machine alone. */
const originAt = (host: string) => `http://${host.includes(':') ? `[${host}]` : host}`;
const isThisMachine = (hostname: string) => ['localhost', usualAddress, '[::1]'].includes(hostname);

function tracesOf(read: Settings): Config['traces'] {
  const endpoint = read.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return null;
  return { endpoint, headers: read.OTEL_EXPORTER_OTLP_HEADERS ?? {}, service: read.OTEL_SERVICE_NAME ?? 'atrium' };
}

const serverNames = ['DATABASE_URL', 'CLICKHOUSE_URL', 'NATS_URL'] as const;

/** Processes that share their work need servers for all they share, and one secret to sign with. */
function lonelyRole(read: Settings): readonly string[] {
  const role = read.ATRIUM_ROLE ?? 'all';
  const missing = serverNames.filter((name) => read[name] === undefined);
  if (missing.length > 0)
    return role === 'all'
      ? []
      : missing.map((name) => `${name} is missing: ATRIUM_ROLE=${role} needs ${settings[name].takes}`);
  return read.ATRIUM_SECRET === undefined
    ? [`ATRIUM_SECRET is missing: processes that share servers sign with one, ${settings.ATRIUM_SECRET.takes}`]
    : [];
}

const usualHour = 2;
const usualKeep = 14;
const usualRegion = 'us-east-1';

function backupOf(read: Settings, environment: Environment): BackupConfig {
  const place = read.ATRIUM_BACKUP_FOLDER ?? null;
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = read;
  const region = read.AWS_REGION ?? usualRegion;
  const endpoint = read.AWS_ENDPOINT_URL ?? `https://s3.${region}.amazonaws.com`;
  return {
    place: place === null || place.startsWith('s3://') ? place : resolve(environment.INIT_CWD ?? '.', place),
    hour: read.ATRIUM_BACKUP_HOUR ?? usualHour,
    keep: read.ATRIUM_BACKUP_KEEP ?? usualKeep,
    key: read.ATRIUM_BACKUP_KEY ?? null,
    s3:
      accessKeyId === undefined || secretAccessKey === undefined
        ? null
        : { endpoint, region, accessKeyId, secretAccessKey },
  };
}

function unreachableStorage(read: Settings): readonly string[] {
  if (!read.ATRIUM_BACKUP_FOLDER?.startsWith('s3://')) return [];
  return (['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'] as const)
    .filter((name) => read[name] === undefined)
    .map((name) => `${name} is missing: it takes ${settings[name].takes}`);
}

function providerOf(read: Settings, name: ProviderName): ProviderConfig | null {
  const [issuer, clientId, clientSecret] = providerParts.map((part) => read[`${name}_${part}`]);
  return issuer && clientId && clientSecret
    ? { issuer, clientId, clientSecret, name: read[`${name}_NAME`] ?? null }
    : null;
}

/** How a server with these settings uses its stores. */
export function useOf({ role, databaseUrl, clickhouseUrl, natsUrl }: Config): 'alone' | 'at work' | 'beside' {
  if (databaseUrl === null || clickhouseUrl === null || natsUrl === null) return 'alone';
  return role === 'web' ? 'beside' : 'at work';
}

/** The origin in links: as configured, else where the server listens. */
export function productUrl({ publicUrl, host, port }: Config): string {
  return publicUrl ?? `http://${urlHost(host)}:${port}`;
}
