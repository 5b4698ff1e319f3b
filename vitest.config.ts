import { defineConfig } from 'vitest/config';
import { catalogues } from './packages/web/build/catalogue-plugin.ts';
import { questions } from './packages/web/build/question-plugin.ts';

/** Relative, so that a failure names the file the same way on every machine. */
const tests = (folder: string) => [`packages/${folder}/**/*.test.ts`];

/** What knows no engine, no clock and no page leaves nothing behind: its files share their threads. */
const pure = { environment: 'node', pool: 'threads', isolate: false, testTimeout: 60_000 } as const;

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      // Every zone's every transition takes a while on a busy machine; nothing here is judged by the clock.
      { test: { name: 'domain', include: tests('domain'), ...pure } },
      { test: { name: 'testkit', include: tests('testkit'), ...pure } },
      {
        // Vite would pick graphql's ES module beside the CommonJS one that its packages load: two copies, no schema.
        resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
        test: {
          name: 'api',
          include: tests('api'),
          environment: 'node',
          // The embedded analytics engine binds one folder per process and is native code: a process for each file.
          pool: 'forks',
          isolate: true,
          globalSetup: ['packages/api/src/platform/testing/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [catalogues(), questions()],
        test: {
          name: 'web',
          include: [...tests('web'), 'packages/web/**/*.test.tsx'],
          environment: 'jsdom',
          pool: 'vmThreads',
          testTimeout: 60_000,
        },
      },
    ],
  },
});
