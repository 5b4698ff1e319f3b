import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { Agent } from 'node:https';
import { createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';

const deploy = fileURLToPath(new URL('../../../../deploy/proxy/', import.meta.url));
const isInstalled = (program: string, argument: string) => spawnSync(program, [argument]).error === undefined;

/** Stands in for the product: answers with the headers and the number of bytes that arrive. */
let product: Server;
let productPort: number;
let folder: string;
const children: ChildProcess[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-proxies-'));
  const subject = '-subj /CN=atrium.example.com -addext subjectAltName=DNS:atrium.example.com';
  const key = '-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes';
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')];
  execFileSync('openssl', [...`req -x509 ${key} -days 1 ${subject}`.split(' '), ...files], { stdio: 'ignore' });
  product = createServer((request, response) => {
    let bytes = 0;
    request.on('data', (chunk) => (bytes += chunk.length));
    request.on('end', () => response.end(JSON.stringify({ headers: request.headers, bytes })));
  });
  new WebSocketServer({ server: product }).on('connection', (socket) =>
    socket.on('message', (text) => socket.send(`echo ${text}`)),
  );
  product.listen(0, '127.0.0.1');
  await once(product, 'listening');
  productPort = portOf(product);
});

afterAll(async () => {
  for (const child of children) {
    child.kill('SIGTERM');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
  product.closeAllConnections();
  product.close();
  rmSync(folder, { recursive: true, force: true });
});

const portOf = (server: { address(): unknown }) => (server.address() as { port: number }).port;

async function findFreePort(): Promise<number> {
  const probe = createTcpServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const port = portOf(probe);
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Sends a request to the proxy as the host of the files. */
async function curl(port: number, path: string, ...args: string[]): Promise<string> {
  const host = ['--resolve', `atrium.example.com:${port}:127.0.0.1`, '--insecure'];
  const words = ['-sS', '--fail', '--max-time', '10', ...host, ...args, `https://atrium.example.com:${port}${path}`];
  return (await promisify(execFile)('curl', words)).stdout;
}

/** Checks what the product needs of a proxy. */
async function checkProxy(port: number): Promise<void> {
  await vi.waitFor(() => curl(port, '/'), { timeout: 15_000, interval: 100 });
  const { headers } = JSON.parse(await curl(port, '/some/page', '-H', 'X-Forwarded-For: 203.0.113.9'));
  // The last entry is the one that the product trusts a proxy for.
  expect(String(headers['x-forwarded-for']).split(',').at(-1)?.trim()).toBe('127.0.0.1');
  expect(headers.host).toMatch(/^atrium\.example\.com/);
  const body = join(folder, 'body');
  writeFileSync(body, Buffer.alloc(11_000_000));
  expect(JSON.parse(await curl(port, '/import', '--data-binary', `@${body}`)).bytes).toBe(11_000_000);
  const socket = new WebSocket(`wss://127.0.0.1:${port}/v2/graphql`, {
    agent: new Agent({ rejectUnauthorized: false, servername: 'atrium.example.com' }),
    headers: { host: 'atrium.example.com' },
  });
  await once(socket, 'open');
  socket.send('live');
  const [answer] = await once(socket, 'message');
  expect(String(answer)).toBe('echo live');
  socket.close();
}

function start(program: string, args: readonly string[]): void {
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  children.push(spawn(program, args, { stdio: 'ignore', env }));
}

describe('a proxy in front passes pages, live values and imports', () => {
  test.runIf(isInstalled('nginx', '-v'))('nginx', { timeout: 60_000 }, async () => {
    const [port, redirect] = [await findFreePort(), await findFreePort()];
    const site = readFileSync(`${deploy}nginx.conf`, 'utf8')
      .replace('listen 80;', `listen 127.0.0.1:${redirect};`)
      .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
      .replaceAll(/\/etc\/letsencrypt\/live\/atrium\.example\.com\/(fullchain|privkey)\.pem/g, (_, name) =>
        join(folder, name === 'fullchain' ? 'cert.pem' : 'key.pem'),
      )
      .replace('http://127.0.0.1:4000', `http://127.0.0.1:${productPort}`);
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    );
    mkdirSync(join(folder, 'logs'));
    const config = join(folder, 'nginx.conf');
    writeFileSync(
      config,
      `daemon off;\nuser root;\npid ${folder}/nginx.pid;\nerror_log ${folder}/logs/error.log;\nevents {}\nhttp {\naccess_log off;\n${paths.join('\n')}\n${site}\n}\n`,
    );
    start('nginx', ['-c', config, '-p', folder]);
    await checkProxy(port);
  });

  test.runIf(isInstalled('caddy', 'version'))('Caddy', { timeout: 60_000 }, async () => {
    const port = await findFreePort();
    const site = readFileSync(`${deploy}Caddyfile`, 'utf8')
      .replace(
        'atrium.example.com {',
        `https://atrium.example.com:${port} {\n\ttls ${folder}/cert.pem ${folder}/key.pem`,
      )
      .replace('127.0.0.1:4000', `127.0.0.1:${productPort}`);
    const file = join(folder, 'Caddyfile');
    writeFileSync(file, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`);
    start('caddy', ['run', '--adapter', 'caddyfile', '--config', file]);
    await checkProxy(port);
  });
});
