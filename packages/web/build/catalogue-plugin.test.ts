import { expect, test } from 'vitest';
import { catalogues } from './catalogue-plugin.ts';

/** Runs the plugin's start hook, for a build or for the development and test server. */
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

test('an untranslated text fails a build, and is a warning in development and in tests', () => {
  const faults = ['ar/audit.json: audit.title: missing'];
  expect(start('build', faults)).toEqual({ errors: [message], warnings: [] });
  expect(start('serve', faults)).toEqual({ errors: [], warnings: [message] });
  expect(start('build', [])).toEqual({ errors: [], warnings: [] });
});
