import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { err, ok, type Result } from '@atrium/domain/core';
import { type ProfileLanguage, profileLanguages } from '@atrium/domain/people/access';
import * as v from 'valibot';
import { toUrlHost } from '../addresses/ip-address.ts';
import { environmentNames, ownPrefixes, type SettingName, type Settings, settings } from './settings.ts';
import { suggestName } from './suggest-name.ts';

export interface ProviderConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Name shown to users; null when not set. */
  readonly name: string | null;
}

export interface BackupConfig {
  /** Absolute path of a folder, or a URL s3://…; null disables automatic backups. */
  readonly place: string | null;
  /** Hour of the daily backup, in UTC. */
  readonly hour: number;
  /** Number of backups to keep. */
  readonly keep: number;
  /** Encryption key; null disables encryption. */
  readonly key: string | null;
  /** Access to an S3-compatible storage; null when not configured. */
  readonly s3: {
    readonly endpoint: string;
    readonly region: string;
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
  } | null;
}

/** How long logs stay, in days. Null: forever. */
export interface RetentionConfig {
  readonly auditDays: number | null;
  readonly alertLogDays: number | null;
}

export interface Config {
  /** NODE_ENV=development enables hot reload, the debug button and introspection. Any other value means production. */
  readonly isDevelopment: boolean;
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Absolute path. */
  readonly dataFolder: string;
  readonly isDemo: boolean;
  /** Days of history at the start of the demo; null takes the demo's default. */
  readonly demoDays: number | null;
  readonly runsSimulator: boolean;
  /** Organizations (by name) and users (by email) whose sales funnel shows invented numbers. */
  readonly funnelDemo: readonly string[];
  /** Languages that users may choose. */
  readonly languages: readonly ProfileLanguage[];
  /** Origin for links and origin checks; null uses the address listened on. */
  readonly publicUrl: string | null;
  /** Prefix of cookie names, so that two installations on one domain never share cookies. */
  readonly environment: string;
  /** Domain whose hosts share the session cookies; null limits them to the current host. */
  readonly cookieDomain: string | null;
  /** Stores tokens in host-only cookies that scripts cannot read. */
  readonly hostCookies: boolean;
  /** Networks in CIDR form whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[];
  /** Networks in CIDR form that may be called although they are not on the public internet. */
  readonly callableNetworks: readonly string[];
  /** Subdomains of the host of `publicUrl` also use https. */
  readonly hstsSubdomains: boolean;
  /** Bearer token for `/metrics`; null disables the endpoint. */
  readonly metricsToken: string | null;
  /** Logs one line per answered request. */
  readonly logsRequests: boolean;
  /** Destination of traces; null disables tracing. */
  readonly traces: {
    readonly endpoint: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly service: string;
  } | null;
  /** null uses the secret in the data folder. */
  readonly secret: string | null;
  readonly role: 'all' | 'web' | 'worker';
  /** null means the embedded store, for each of these. */
  readonly databaseUrl: string | null;
  readonly clickhouseUrl: string | null;
  readonly natsUrl: string | null;
  readonly smtpUrl: string | null;
  /** Broker to subscribe to for readings, in addition to the embedded one. */
  readonly mqttUrl: string | null;
  /** Port of the embedded broker. 0 takes any free port; null takes the default port unless another program uses it. */
  readonly mqttPort: number | 'off' | null;
  readonly backup: BackupConfig;
  readonly retention: RetentionConfig;
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
  /** Service with the API of Open-Meteo; null disables weather. */
  readonly weatherUrl: string | null;
  readonly weatherKey: string | null;
  /** Target of the migration notice; null links only to the guide. */
  readonly migrationUrl: string | null;
}

type Environment = Readonly<Record<string, string | undefined>>;

export const productFolder = fileURLToPath(new URL('../../../../../', import.meta.url));

/**
 * Parses the environment, or returns all problems, one line each. Messages name the variable and what it takes, never
 * its value, which may be secret. `describe` returns where a setting was written. Use `loadConfig` where a settings file
 * and secret files count too.
 */
export function readConfig(
  environment: Environment,
  describe: (name: string) => string = (name) => name,
): Result<Config, readonly string[]> {
  const { read, problems } = readSettings(environment, describe);
  problems.push(...findMissingProviderParts(read, 'OIDC'), ...findMissingProviderParts(read, 'RETAILER_OIDC'));
  problems.push(...findCookieDomainProblems(read), ...findHostCookieProblems(read));
  problems.push(...findMissingStorageKeys(read));
  problems.push(...findMissingServers(read));
  if (problems.length > 0) return err(problems);
  const isDemo = read.ATRIUM_DEMO ?? true;
  const isDevelopment = environment.NODE_ENV === 'development';
  return ok({
    isDevelopment,
    host: read.HOST ?? defaultHost,
    port: read.PORT ?? 4000,
    dataFolder: read.ATRIUM_DATA_DIR
      ? resolve(environment.INIT_CWD ?? '.', read.ATRIUM_DATA_DIR)
      : resolve(productFolder, 'data'),
    isDemo,
    demoDays: read.ATRIUM_DEMO_DAYS ?? null,
    runsSimulator: read.ATRIUM_SIMULATOR ?? isDemo,
    // The demo organization Rival Stores has no sales.
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
    retention: {
      auditDays: read.ATRIUM_KEEP_AUDIT_DAYS ?? null,
      alertLogDays: read.ATRIUM_KEEP_ALERT_LOG_DAYS ?? null,
    },
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

function readSettings(
  environment: Environment,
  describe: (name: string) => string,
): { read: Settings; problems: string[] } {
  const read: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined || value === '') continue;
    const known = Object.hasOwn(settings, name) ? settings[name as SettingName] : undefined;
    if (known === undefined) {
      if (ownPrefixes.some((prefix) => name.startsWith(prefix))) problems.push(describeUnknownSetting(name));
      continue;
    }
    const parsed = v.safeParse(known.schema, value);
    if (parsed.success) read[name] = parsed.output;
    else problems.push(`${describe(name)} takes ${known.takes}`);
  }
  return { read: read as Settings, problems };
}

function describeUnknownSetting(name: string): string {
  const prefix = ownPrefixes.find((each) => name.startsWith(each)) ?? '';
  const known = environmentNames.filter((each) => each.startsWith(prefix));
  return `${name} is not a setting${suggestName(name, known)}; there are ${known.join(', ')}`;
}

type ProviderName = 'OIDC' | 'RETAILER_OIDC';
const providerParts = ['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET'] as const;

function findMissingProviderParts(read: Settings, name: ProviderName): string[] {
  const missing = providerParts.filter((part) => read[`${name}_${part}`] === undefined);
  if (missing.length === 0 || missing.length === providerParts.length) return [];
  return missing.map((part) => `${name}_${part} is missing: it takes ${settings[`${name}_${part}`].takes}`);
}

/** Browsers reject cookies for a foreign domain, so sign-in would be impossible. */
function findCookieDomainProblems({
  ATRIUM_COOKIE_DOMAIN: domain,
  ATRIUM_PUBLIC_URL: url,
}: Settings): readonly string[] {
  if (domain === undefined) return [];
  const host = url === undefined ? null : new URL(url).hostname;
  return host === domain || host?.endsWith(`.${domain}`)
    ? []
    : ['ATRIUM_COOKIE_DOMAIN takes the domain of ATRIUM_PUBLIC_URL, or one above it'];
}

/** Host-only cookies work only over https or on this machine, and are never shared with other hosts. */
function findHostCookieProblems(read: Settings): readonly string[] {
  if (read.ATRIUM_HOST_COOKIES !== true) return [];
  const problems: string[] = [];
  const { protocol, hostname } = new URL(read.ATRIUM_PUBLIC_URL ?? originAt(read.HOST ?? defaultHost));
  if (protocol !== 'https:' && !isThisMachine(hostname))
    problems.push(
      'ATRIUM_HOST_COOKIES takes an ATRIUM_PUBLIC_URL with https://: browsers keep such cookies nowhere else',
    );
  for (const other of ['ATRIUM_COOKIE_DOMAIN', 'BUILDER_ORIGIN'] as const)
    if (read[other] !== undefined)
      problems.push(`ATRIUM_HOST_COOKIES and ${other} exclude each other: other hosts are given no token then`);
  return problems;
}

const defaultHost = '127.0.0.1';
/** Leaves 0.0.0.0 and :: unchanged, because they are reachable from other machines. */
const originAt = (host: string) => `http://${host.includes(':') ? `[${host}]` : host}`;
const isThisMachine = (hostname: string) => ['localhost', defaultHost, '[::1]'].includes(hostname);

function tracesOf(read: Settings): Config['traces'] {
  const endpoint = read.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return null;
  return { endpoint, headers: read.OTEL_EXPORTER_OTLP_HEADERS ?? {}, service: read.OTEL_SERVICE_NAME ?? 'atrium' };
}

const serverNames = ['DATABASE_URL', 'CLICKHOUSE_URL', 'NATS_URL'] as const;

/** Processes that share work need servers for all stores, and a common secret for signatures. */
function findMissingServers(read: Settings): readonly string[] {
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

const defaultBackupHour = 2;
const defaultBackupKeep = 14;
const defaultRegion = 'us-east-1';

function backupOf(read: Settings, environment: Environment): BackupConfig {
  const place = read.ATRIUM_BACKUP_FOLDER ?? null;
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = read;
  const region = read.AWS_REGION ?? defaultRegion;
  const endpoint = read.AWS_ENDPOINT_URL ?? `https://s3.${region}.amazonaws.com`;
  return {
    place: place === null || place.startsWith('s3://') ? place : resolve(environment.INIT_CWD ?? '.', place),
    hour: read.ATRIUM_BACKUP_HOUR ?? defaultBackupHour,
    keep: read.ATRIUM_BACKUP_KEEP ?? defaultBackupKeep,
    key: read.ATRIUM_BACKUP_KEY ?? null,
    s3:
      accessKeyId === undefined || secretAccessKey === undefined
        ? null
        : { endpoint, region, accessKeyId, secretAccessKey },
  };
}

function findMissingStorageKeys(read: Settings): readonly string[] {
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

/** Returns the role of a server with these settings toward its stores. */
export function getStoreRole({
  role,
  databaseUrl,
  clickhouseUrl,
  natsUrl,
}: Config): 'standalone' | 'leader' | 'replica' {
  if (databaseUrl === null || clickhouseUrl === null || natsUrl === null) return 'standalone';
  return role === 'web' ? 'replica' : 'leader';
}

/** Returns the origin for links: as configured, or else where the server listens. */
export function getProductUrl({ publicUrl, host, port }: Config): string {
  return publicUrl ?? `http://${toUrlHost(host)}:${port}`;
}
