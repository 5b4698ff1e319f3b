import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { freePort } from './free-port.ts';

export interface GalleryServer {
  readonly address: string;
  stop(): Promise<void>;
}

const root = path.resolve(import.meta.dirname, '../..');

/** The development server of the web, which alone has the gallery. */
export async function startGallery(): Promise<GalleryServer> {
  const port = await freePort();
  const vite = path.join(root, 'node_modules/vite/bin/vite.js');
  const child = spawn(process.execPath, [vite, '--port', String(port), '--strictPort', '--host', '127.0.0.1'], {
    cwd: path.join(root, 'packages/web'),
    stdio: 'ignore',
  });
  const address = `http://127.0.0.1:${port}`;
  const until = Date.now() + 60_000;
  while (!(await answers(`${address}/gallery.html`))) {
    if (child.exitCode !== null || Date.now() > until) throw new Error('The development server did not start');
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
