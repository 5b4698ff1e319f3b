import { describe, expect, test } from 'vitest';
import { getStoreRole, readConfig } from './read-config.ts';
import { settings } from './settings.ts';

const read = (environment: Record<string, string>) => {
  const result = readConfig(environment);
  return result.ok ? result.value : result.error;
};

const goodSecret = 'k3J9x0Qw7ZpL2vB8nM4tR6yU1sD5fG0h';

test('by default, runs the demo on the embedded stores at 127.0.0.1:4000', () => {
  expect(read({ PATH: '/bin', HOME: '/root' })).toMatchObject({
    isDevelopment: false,
    host: '127.0.0.1',
    port: 4000,
    dataFolder: expect.stringMatching(/^\/.*\/data$/),
    isDemo: true,
    demoDays: null,
    runsSimulator: true,
    publicUrl: null,
    secret: null,
    role: 'all',
    databaseUrl: null,
    clickhouseUrl: null,
    oidc: null,
  });
});

test.each<[string, Record<string, string>, object]>([
  ['set to nothing is not set', { PORT: '', ATRIUM_DEMO: '' }, { port: 4000, isDemo: true }],
  ['the simulator follows the demo', { ATRIUM_DEMO: '0' }, { isDemo: false, runsSimulator: false }],
  ['unless it is asked for', { ATRIUM_DEMO: '0', ATRIUM_SIMULATOR: '1' }, { isDemo: false, runsSimulator: true }],
  ['a short past', { ATRIUM_DEMO_DAYS: '30' }, { demoDays: 30 }],
  ['every language in the demo', {}, { languages: ['fr', 'en', 'it', 'ar', 'de', 'es'] }],
  ['English and French elsewhere', { ATRIUM_DEMO: '0' }, { languages: ['en', 'fr'] }],
  ['or those that are named', { ATRIUM_LANGUAGES: 'de, it,de' }, { languages: ['de', 'it'] }],
  ['development', { NODE_ENV: 'development' }, { isDevelopment: true }],
  ['any free port', { PORT: '0' }, { port: 0 }],
  ['the usual MQTT port, if it is free', {}, { mqttPort: null, mqttUrl: null }],
  ['an MQTT port', { MQTT_PORT: '11883' }, { mqttPort: 11_883 }],
  ['no MQTT', { MQTT_PORT: 'off' }, { mqttPort: 'off' }],
  ['IPv6', { HOST: '::1' }, { host: '::1' }],
  ['a trailing slash is no path', { ATRIUM_PUBLIC_URL: 'https://a.example/' }, { publicUrl: 'https://a.example' }],
  [
    'paths start where the command was called',
    { ATRIUM_DATA_DIR: 'x/y', INIT_CWD: '/srv' },
    { dataFolder: '/srv/x/y' },
  ],
  ['absolute paths stay', { ATRIUM_DATA_DIR: '/d', INIT_CWD: '/srv' }, { dataFolder: '/d' }],
  ['a secret', { ATRIUM_SECRET: goodSecret }, { secret: goodSecret }],
  ['no proxy is believed', {}, { trustedProxies: [] }],
  [
    'unless it is named, or its network is',
    { ATRIUM_TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,fd00::/8' },
    { trustedProxies: ['127.0.0.1/32', '10.0.0.0/8', 'fd00::/8'] },
  ],
  [
    'systems are called on the public internet',
    {},
    { callableNetworks: [], hstsSubdomains: false, metricsToken: null },
  ],
  ['and where they stand on site', { ATRIUM_CALLABLE_NETWORKS: '10.1.0.0/16' }, { callableNetworks: ['10.1.0.0/16'] }],
  ['subdomains that speak https too', { ATRIUM_HSTS_SUBDOMAINS: '1' }, { hstsSubdomains: true }],
  [
    'tokens that pages are not told',
    { ATRIUM_HOST_COOKIES: '1', ATRIUM_PUBLIC_URL: 'https://a.example' },
    { hostCookies: true },
  ],
  ['and on this machine without https', { ATRIUM_HOST_COOKIES: '1', HOST: '::1' }, { hostCookies: true }],
  ['figures for whoever brings a token', { ATRIUM_METRICS_TOKEN: goodSecret }, { metricsToken: goodSecret }],
  ['no traces', { OTEL_SERVICE_NAME: 'x' }, { traces: null }],
  [
    'traces',
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318', OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20x,y=z' },
    { traces: { endpoint: 'http://c:4318', headers: { authorization: 'Bearer x', y: 'z' }, service: 'atrium' } },
  ],
  ['no backups by themselves', {}, { backup: { place: null, hour: 2, keep: 14, key: null, s3: null } }],
  [
    'backups below where the command was called',
    { ATRIUM_BACKUP_FOLDER: 'kept', ATRIUM_BACKUP_HOUR: '5', ATRIUM_BACKUP_KEEP: '3', INIT_CWD: '/srv' },
    { backup: { place: '/srv/kept', hour: 5, keep: 3 } },
  ],
  [
    'backups in a storage',
    {
      ATRIUM_BACKUP_FOLDER: 's3://kept/atrium',
      AWS_ACCESS_KEY_ID: 'a',
      AWS_SECRET_ACCESS_KEY: 'b',
      AWS_REGION: 'eu-west-1',
    },
    { backup: { place: 's3://kept/atrium', s3: { endpoint: 'https://s3.eu-west-1.amazonaws.com', accessKeyId: 'a' } } },
  ],
  ['cookies of one host', {}, { environment: 'production', cookieDomain: null }],
  ['of development', { NODE_ENV: 'development' }, { environment: 'development' }],
  [
    'of staging, on a domain others share',
    {
      ATRIUM_ENVIRONMENT: 'staging-2',
      ATRIUM_COOKIE_DOMAIN: '.Example.com',
      ATRIUM_PUBLIC_URL: 'https://a.example.com:8443',
    },
    { environment: 'staging-2', cookieDomain: 'example.com' },
  ],
  [
    'a domain without its dot, which is the host itself',
    { ATRIUM_COOKIE_DOMAIN: 'example.co.uk', ATRIUM_PUBLIC_URL: 'https://example.co.uk' },
    { cookieDomain: 'example.co.uk' },
  ],
  [
    'a provider',
    { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' },
    { oidc: { issuer: 'https://id.example', clientId: 'a', clientSecret: 'b' }, retailerOidc: null },
  ],
])('%s', (_, environment, expected) => {
  expect(read(environment)).toMatchObject(expected);
});

describe('a wrong value stops the start and names the variable and what it takes, never the value', () => {
  test.each<[string, string]>([
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['PORT', '4e3'],
    ['PORT', 'http'],
    ['HOST', 'a b'],
    ['ATRIUM_DEMO', 'true'],
    ['ATRIUM_DEMO_DAYS', '0'],
    ['ATRIUM_DEMO_DAYS', '1001'],
    ['ATRIUM_SIMULATOR', 'yes'],
    ['ATRIUM_LANGUAGES', 'en,tlh'],
    ['ATRIUM_ROLE', 'api'],
    ['ATRIUM_PUBLIC_URL', 'a.example'],
    ['ATRIUM_PUBLIC_URL', 'https://a.example/app'],
    ['ATRIUM_PUBLIC_URL', 'javascript:alert(1)'],
    ['ATRIUM_ENVIRONMENT', 'Staging'],
    ['ATRIUM_ENVIRONMENT', 'a=1; domain=evil.example'],
    ['ATRIUM_COOKIE_DOMAIN', 'com'],
    ['ATRIUM_COOKIE_DOMAIN', '..example.com'],
    ['ATRIUM_COOKIE_DOMAIN', 'https://example.com'],
    ['ATRIUM_COOKIE_DOMAIN', 'example.com:8443'],
    ['ATRIUM_COOKIE_DOMAIN', 'example.com; path=/x'],
    ['ATRIUM_COOKIE_DOMAIN', '192.168.1.5'],
    ['ATRIUM_COOKIE_DOMAIN', '-a.example.com'],
    ['ATRIUM_SECRET', 'changeme'],
    ['ATRIUM_SECRET', 'a'.repeat(64)],
    ['ATRIUM_METRICS_TOKEN', 'short'],
    ['ATRIUM_CALLABLE_NETWORKS', 'everywhere'],
    ['ATRIUM_HSTS_SUBDOMAINS', 'yes'],
    ['ATRIUM_HOST_COOKIES', 'on'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4317'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization: Bearer'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'x=%0a'],
    ['ATRIUM_TRUSTED_PROXIES', 'true'],
    ['ATRIUM_TRUSTED_PROXIES', '10.0.0.0/40'],
    ['ATRIUM_TRUSTED_PROXIES', '10.0.0.1,'],
    ['ATRIUM_TRUSTED_PROXIES', '10.0.0.1;10.0.0.2'],
    ['ATRIUM_DATA_DIR', ' '],
    ['DATABASE_URL', 'mysql://hunter2@db/x'],
    ['DATABASE_URL', 'localhost:5432'],
    ['CLICKHOUSE_URL', 'tcp://c:9000'],
    ['NATS_URL', 'http://n'],
    ['SMTP_URL', 'mail.example'],
    ['MQTT_URL', 'http://m'],
    ['MQTT_PORT', '70000'],
    ['MQTT_PORT', 'on'],
    ['ATRIUM_BACKUP_FOLDER', 'ftp://backups'],
    ['ATRIUM_BACKUP_FOLDER', 's3://Bucket/../x'],
    ['ATRIUM_BACKUP_HOUR', '24'],
    ['ATRIUM_BACKUP_KEEP', '0'],
    ['ATRIUM_BACKUP_KEY', 'changeme'],
    ['AWS_ENDPOINT_URL', 'minio:9000'],
    ['BUILDER_ORIGIN', 'https://b.example/x'],
    ['SMS_URL', 'x'],
    ['ANALYTICS_WEB_URL', 'x'],
    ['ANALYTICS_SESSION_URL', 'x'],
    ['ANALYTICS_PIPELINE_URL', 'x'],
    ['SURVEY_URL', 'ftp://x'],
  ])('%s=%s', (name, value) => {
    const problems = read({ [name]: value }) as string[];
    expect(problems).toEqual([`${name} takes ${settings[name as keyof typeof settings].takes}`]);
    if (value.length > 3) expect(problems.join()).not.toContain(value);
  });
});

test.each([
  ['none', {}],
  ['another', { ATRIUM_PUBLIC_URL: 'https://atrium.example.org' }],
  ['one that only ends alike', { ATRIUM_PUBLIC_URL: 'https://badexample.com' }],
  ['the one above', { ATRIUM_PUBLIC_URL: 'https://com' }],
])('a cookie domain must match the public URL, not %s', (_, environment) => {
  expect(read({ ATRIUM_COOKIE_DOMAIN: '.example.com', ...environment })).toEqual([
    'ATRIUM_COOKIE_DOMAIN takes the domain of ATRIUM_PUBLIC_URL, or one above it',
  ]);
});

test.each<[string, Record<string, string>, RegExp]>([
  ['http elsewhere', { ATRIUM_PUBLIC_URL: 'http://a.example' }, /takes an ATRIUM_PUBLIC_URL with https/],
  ['every address of the machine', { HOST: '0.0.0.0' }, /takes an ATRIUM_PUBLIC_URL with https/],
  [
    'hosts that share them',
    { ATRIUM_PUBLIC_URL: 'https://a.example.com', ATRIUM_COOKIE_DOMAIN: 'example.com' },
    /ATRIUM_COOKIE_DOMAIN exclude/,
  ],
  ['a builder that hands tokens on', { BUILDER_ORIGIN: 'https://b.example' }, /BUILDER_ORIGIN exclude/],
])('host cookies require https and a single host, not %s', (_, environment, why) => {
  expect(read({ ATRIUM_HOST_COOKIES: '1', ...environment })).toEqual([expect.stringMatching(why)]);
});

test('an unknown name with our prefix stops the start; names of other programs are ignored', () => {
  expect(read({ ATRIUM_DATADIR: '/d' })).toEqual([
    expect.stringMatching(
      /^ATRIUM_DATADIR is not a setting \(did you mean ATRIUM_DATA_DIR\?\); there are .*ATRIUM_DATA_DIR/,
    ),
  ]);
  expect(read({ OIDC_SECRET: 'x' })).toEqual([
    expect.stringMatching(/^OIDC_SECRET is not a setting.*OIDC_CLIENT_SECRET/),
  ]);
  expect(read({ DATABASE_POOL: '3', PGHOST: 'x' })).toMatchObject({ port: 4000 });
});

test('a storage without its keys stops the start', () => {
  expect(read({ ATRIUM_BACKUP_FOLDER: 's3://kept' })).toEqual([
    'AWS_ACCESS_KEY_ID is missing: it takes the id of the key for the storage',
    'AWS_SECRET_ACCESS_KEY is missing: it takes the key for the storage',
  ]);
});

test('all problems are reported at once', () => {
  expect(read({ PORT: 'x', ATRIUM_DEMO: 'x', ATRIUM_X: 'x', OIDC_ISSUER: 'https://id.example' })).toHaveLength(5);
});

test('processes that share work need servers for all stores, and one secret', () => {
  const servers = { DATABASE_URL: 'postgres://db/atrium', CLICKHOUSE_URL: 'http://ch:8123', NATS_URL: 'nats://bus' };
  const ATRIUM_SECRET = 'k3J9x0Qw7ZpL2vB8nM4tR6yU1sD5fG0h';
  const problems = (environment: Record<string, string>) => {
    const read = readConfig(environment);
    return read.ok ? getStoreRole(read.value) : read.error.map((line) => line.split(' ')[0]);
  };
  expect(problems({})).toBe('standalone');
  expect(problems({ ATRIUM_ROLE: 'web' })).toEqual(['DATABASE_URL', 'CLICKHOUSE_URL', 'NATS_URL']);
  expect(problems({ ATRIUM_ROLE: 'worker', ...servers })).toEqual(['ATRIUM_SECRET']);
  expect(problems({ ATRIUM_ROLE: 'worker', ...servers, ATRIUM_SECRET })).toBe('leader');
  expect(problems({ ATRIUM_ROLE: 'web', ...servers, ATRIUM_SECRET })).toBe('replica');
  expect(problems({ ...servers, ATRIUM_SECRET })).toBe('leader');
  expect(problems({ DATABASE_URL: servers.DATABASE_URL, NATS_URL: servers.NATS_URL })).toBe('standalone');
});
