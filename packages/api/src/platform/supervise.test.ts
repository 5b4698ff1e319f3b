import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const supervise = fileURLToPath(new URL('../../../../scripts/setup/supervise.mjs', import.meta.url));

/** Runs a program as `npm start` runs the server. */
async function run(program: string) {
  const call = `import { supervise } from ${JSON.stringify(supervise)};
    supervise(process.execPath, ['-e', ${JSON.stringify(program)}]);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', call], { stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const [status] = await once(child, 'close');
  return { status, errors };
}

test.each([0, 1, 3])('a program that ends with %i says why itself', async (status) => {
  expect(await run(`process.exit(${status})`)).toEqual({ status, errors: '' });
});

test('a server that the system killed is reported, with the status of a kill', async () => {
  expect(await run("process.kill(process.pid, 'SIGKILL')")).toEqual({
    status: 137,
    errors: expect.stringMatching(/^Atrium was ended by .* memory .* \(SIGKILL\)\. .* start it again\./),
  });
  expect(await run("process.kill(process.pid, 'SIGSEGV')")).toMatchObject({
    status: 139,
    errors: expect.stringContaining('SIGSEGV'),
  });
});
