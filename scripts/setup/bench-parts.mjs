// The parts of the benchmarks, in the order in which they run briefly (`npm run bench -- --brief`).
import { spawnSync } from 'node:child_process';

const server = 'packages/api/testing/bench';

const hasNats = () => spawnSync('nats-server', ['--version']).status === 0;

/** `words`: its script and options; `needs`: names a program that it needs and this machine lacks. */
const serverParts = [
  {
    name: 'questions, growth, live values, alerts, ingestion, start and memory',
    words: [`${server}/run-bench.ts`],
    needs: null,
  },
  { name: 'stalled subscribers', words: [`${server}/live/run-live.ts`, '--live-stalled'], needs: null },
  { name: 'load, overload and exports', words: [`${server}/load/run-load.ts`, '--load'], needs: null },
  { name: 'pages with expected values', words: [`${server}/run-expected.ts`, '--expected'], needs: null },
  {
    name: 'workers',
    words: [`${server}/workers/run-workers.ts`],
    needs: hasNats() ? null : 'nats-server',
  },
];

/** These need Chromium. */
export const browserParts = ['drawing', 'page', 'overview', 'builder'].map((name) => ({
  name,
  words: [`e2e/bench/run-${name}.ts`],
  needs: null,
}));

export const parts = [...serverParts, ...browserParts];
