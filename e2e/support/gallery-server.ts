import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';

export interface GalleryServer {
  readonly address: string;
  stop(): Promise<void>;
}

const web = path.resolve(import.meta.dirname, '../../packages/web');
const vite = (...args: string[]) => [
  path.resolve(web, '../../node_modules/vite/bin/vite.js'),
  ...args,
  '-c',
  'gallery.config.ts',
];

/**
 * Builds the gallery once with the production settings, because a development server would load a hundred files per
 * page.
 */
export async function startGallery(): Promise<GalleryServer> {
  await promisify(execFile)(process.execPath, vite('build'), { cwd: web });
  const port = await freePort();
  const where = ['--port', String(port), '--strictPort', '--host', '127.0.0.1'];
  const child = spawn(process.execPath, vite('preview', ...where), { cwd: web, stdio: 'ignore' });
  const address = `http://127.0.0.1:${port}`;
  const until = Date.now() + 60_000;
  while (!(await answers(`${address}/gallery.html`))) {
    if (child.exitCode !== null || Date.now() > until) throw new Error('The gallery is not served');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return {
    address,
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

async function answers(address: string): Promise<boolean> {
  try {
    return (await fetch(address)).ok;
  } catch {
    return false;
  }
}
