import { spawnSync } from 'node:child_process';
import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

const run = (words: string) => {
  const [command = '', ...rest] = words.split(' ');
  const { status, stderr } = spawnSync(command, rest, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${words}: ${stderr}`);
};

/** False where creating networks is not permitted. */
export const hasNetworks = (() => {
  const name = `atrium-try-${process.pid}`;
  if (spawnSync('ip', ['netns', 'add', name]).status !== 0) return false;
  return spawnSync('ip', ['netns', 'delete', name]).status === 0;
})();

/**
 * Linux network namespace for one process, with one link to its clients and another to its stores. The link to the
 * stores can be cut silently: packets are lost without an error.
 */
export interface NetworkNamespace {
  /** Address of the process. */
  readonly address: string;
  /** Command prefix that starts a process in it. */
  readonly within: readonly string[];
  /** Returns an address that forwards to a port of this machine or to a socket file. */
  lineTo(target: number | string): string;
  cut(): void;
  mend(): void;
}

let made = 0;
const nowhere = '02:00:00:00:00:99';

export async function createNetworkNamespace(): Promise<NetworkNamespace> {
  made += 1;
  const name = `atrium-${process.pid}-${made}`;
  run(`ip netns add ${name}`);
  const place = 16 * (process.pid % 15) + made;
  const ways = { c: `10.77.${place}`, s: `10.78.${place}` };
  for (const [letter, net] of Object.entries(ways)) {
    const end = `at${letter}${process.pid}-${made}`;
    run(`ip link add ${end} type veth peer name ${letter}0 netns ${name}`);
    run(`ip addr add ${net}.1/24 dev ${end}`);
    run(`ip link set ${end} up`);
    run(`ip netns exec ${name} ip addr add ${net}.2/24 dev ${letter}0`);
    run(`ip netns exec ${name} ip link set ${letter}0 up`);
  }
  run(`ip netns exec ${name} ip link set lo up`);
  const store = `${ways.s}.1`;
  const lines: ReturnType<typeof createServer>[] = [];
  const open = new Set<Socket>();
  const neighbours = [
    `ip neigh replace ${ways.s}.2 dev ats${process.pid}-${made}`,
    `ip netns exec ${name} ip neigh replace ${store} dev s0`,
  ];
  onTestFinished(() => {
    for (const line of lines) line.close();
    for (const socket of open) socket.destroy();
    spawnSync('ip', ['netns', 'delete', name]);
  });
  // Fixed ports, so that an address is known before anything listens.
  let port = 20_000;
  return {
    address: `${ways.c}.2`,
    within: ['ip', 'netns', 'exec', name],
    lineTo(target) {
      port += 1;
      const line = createServer((near) => {
        const far = typeof target === 'number' ? connect(target, '127.0.0.1') : connect(target);
        for (const [from, to] of [
          [near, far],
          [far, near],
        ] as const) {
          open.add(from);
          from.setNoDelay(true);
          // Like PostgreSQL, closes connections to peers that stay silent.
          from.setKeepAlive(true, 10_000);
          from.pipe(to).on('error', () => {});
          from.on('close', () => {
            open.delete(from);
            to.destroy();
          });
        }
      }).listen(port, store);
      lines.push(line);
      return `${store}:${port}`;
    },
    cut: () => {
      for (const each of neighbours) run(`${each} lladdr ${nowhere} nud permanent`);
    },
    mend: () => {
      for (const each of neighbours) run(each.replace('replace', 'delete'));
    },
  };
}
