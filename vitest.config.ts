import { defineConfig } from 'vitest/config';
import { statementThreads } from './packages/api/src/platform/analytics/statement-threads.ts';
import { catalogues } from './packages/web/build/catalogue-plugin.ts';

/** Relative, so that a failure names the file the same way on every machine. */
const tests = (folder: string) => [`packages/${folder}/**/*.test.ts`];

/** What is rehearsed by hand alone (`npm run rehearse`), since it takes long however seldom it is done. */
const rehearsals = process.env.ATRIUM_REHEARSALS === 'long' ? ['packages/api/**/*.rehearsal.ts'] : [];

/** The same random cases each time. Only its tests' own imports: the module itself asks for the real one by its path. */
const chance = {
  find: /^fast-check$/,
  replacement: new URL('packages/testkit/src/chance/seeded-fast-check.ts', import.meta.url).pathname,
};

/** What is waited for comes at the machine's pace, and a test says what came, not how soon. */
const patient = { expect: { poll: { timeout: 20_000 } } };

/** What knows no engine, no clock and no page leaves nothing behind: its files share their threads. */
const pure = { environment: 'node', pool: 'threads', isolate: false, testTimeout: 60_000, ...patient } as const;

/** Vite would pick graphql's ES module beside the CommonJS one that its packages load: two copies, no schema. */
const serverResolve = { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }, chance] };

/** Tests of the server. */
const server = {
  environment: 'node',
  // Each file has its own process. The embedded analytics engine is native code that binds one folder per process, and
  // sometimes hangs when a process opens it again.
  pool: 'forks',
  isolate: true,
  // Read when the process needs its first thread, which may be before the first file that opens an engine.
  env: { UV_THREADPOOL_SIZE: String(statementThreads) },
  // Engines, sockets and processes beside one another: asked once more, and named by `npm test` when it needed it.
  retry: 1,
  globalSetup: ['packages/api/src/platform/testing/global-setup.ts'],
  testTimeout: 60_000,
  ...patient,
  hookTimeout: 60_000,
} as const;

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      // Every zone's every transition takes a while on a busy machine; nothing here is judged by the clock.
      { resolve: { alias: [chance] }, test: { name: 'domain', include: tests('domain'), ...pure } },
      { resolve: { alias: [chance] }, test: { name: 'charts', include: tests('charts'), ...pure } },
      { resolve: { alias: [chance] }, test: { name: 'testkit', include: tests('testkit'), ...pure } },
      { test: { name: 'client', include: tests('client'), ...pure } },
      { resolve: serverResolve, test: { name: 'api', include: [...tests('api'), ...rehearsals], ...server } },
      {
        plugins: [catalogues()],
        resolve: { alias: [chance] },
        test: {
          name: 'web',
          include: [...tests('web'), 'packages/web/**/*.test.tsx'],
          environment: 'jsdom',
          pool: 'vmThreads',
          testTimeout: 60_000,
          ...patient,
        },
      },
    ],
  },
});
