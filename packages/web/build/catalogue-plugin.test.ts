import { expect, test } from 'vitest';
import { catalogues } from './catalogue-plugin.ts';

/** What the plugin says at the begin of a build, or of the server that tests and developers use. */
function start(command: 'build' | 'serve', faults: readonly string[]) {
  const plugin = catalogues(() => faults) as unknown as {
    configResolved(config: object): void;
    buildStart(this: object): void;
  };
  const said = { errors: [] as string[], warnings: [] as string[] };
  plugin.configResolved({ command });
  plugin.buildStart.call({
    error: (message: string) => said.errors.push(message),
    warn: (message: string) => said.warnings.push(message),
  });
  return said;
}

const message = 'Message catalogues:\nar/audit.json: audit.title: missing';

test('a text that is not translated stops a build, and is a warning in development and in tests', () => {
  const faults = ['ar/audit.json: audit.title: missing'];
  expect(start('build', faults)).toEqual({ errors: [message], warnings: [] });
  expect(start('serve', faults)).toEqual({ errors: [], warnings: [message] });
  expect(start('build', [])).toEqual({ errors: [], warnings: [] });
});
