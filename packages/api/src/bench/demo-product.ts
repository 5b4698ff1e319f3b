import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { demoPassword } from '../demo/index.ts';
import { askGraphql } from './ask-graphql.ts';

const main = fileURLToPath(new URL('../../dist/main.mjs', import.meta.url));
/** Where `npm start` has Node keep what it made of the sources. */
const compiled = fileURLToPath(new URL('../../../../node_modules/.cache/atrium', import.meta.url));
/** The product with the demo, as it is started. */
export interface Running {
  readonly child: ChildProcess;
  readonly address: string;
  /** From being started to being ready. */
  readonly seconds: number;
}

/**
 * Starts the product by itself; builds its demo where the folder is empty. Browsers are let in at a port that was named
 * only: where the system chose one, pages would be of another origin.
 */
export function startDemo(folder: string, port = 0): Promise<Running> {
  const begin = performance.now();
  const env = {
    PATH: '/usr/bin:/bin',
    PORT: String(port),
    ATRIUM_DATA_DIR: folder,
    MQTT_PORT: 'off',
    NODE_COMPILE_CACHE: compiled,
  };
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (part) => {
      text += part;
      const address = /ready at (\S+)/.exec(text)?.[1];
      if (address !== undefined) resolve({ child, address, seconds: (performance.now() - begin) / 1000 });
    });
    child.once('exit', (code) => reject(new Error(`the demo ended with ${code}: ${text}`)));
  });
}

export async function stopDemo(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
}

/** The token of somebody who sees all of the demo. */
export async function signInDemo(address: string): Promise<string> {
  const account = { email: 'admin@demo.example', password: demoPassword };
  const login = 'query($email:String!,$password:String!){login(email:$email,password:$password){token}}';
  return ((await askGraphql(address, null, login, account)).login as { token: string }).token;
}
