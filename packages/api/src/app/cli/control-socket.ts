import { rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import * as v from 'valibot';
import type { PlatformServices } from '../services.ts';
import {
  type ControlAddress,
  type ControlCall,
  type ControlEnd,
  callHeader,
  type OutputLine,
  openControlAddress,
} from './control-protocol.ts';
import { runCommand } from './run-command.ts';

export interface ControlSocket {
  stop(): Promise<void>;
}

/**
 * Lets the command line work through a running server, since the embedded stores allow one process. The socket is in
 * the data folder and only accessible to its owner, who may read the stores anyway.
 */
export async function openControlSocket(services: PlatformServices): Promise<ControlSocket> {
  const address = openControlAddress(services.platform.folder.path);
  // We have the folder's lock, so an existing socket belongs to a dead process.
  rmSync(address.path, { force: true });
  const running = new Set<Promise<void>>();
  const server = createServer((request, response) => {
    const work = answer(services, request, response).finally(() => running.delete(work));
    running.add(work);
  });
  // Imports may take longer than any browser request.
  server.requestTimeout = 0;
  await listen(server, address);
  return {
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await Promise.race([
        Promise.allSettled([...running]),
        new Promise((resolve) => setTimeout(resolve, 5000).unref()),
      ]);
      server.closeAllConnections();
      await closed;
      rmSync(address.path, { force: true });
      address.release();
    },
  };
}

function listen(server: ReturnType<typeof createServer>, address: ControlAddress): Promise<void> {
  // The socket must never exist with wider permissions, not even between its creation and a chmod.
  const before = process.umask(0o177);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(address.path, resolve);
    process.umask(before);
  });
}

async function answer(services: PlatformServices, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const call = readCall(request);
  if (request.method !== 'POST' || call === null) {
    response.writeHead(400).end();
    return;
  }
  response.writeHead(200, { 'content-type': 'application/x-ndjson' });
  response.flushHeaders();
  const write = (line: OutputLine | ControlEnd) => response.write(`${JSON.stringify(line)}\n`);
  const leaving = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) leaving.abort();
  });
  const input = inputOf(request);
  const status = await runCommand(services, { ...call, input, signal: leaving.signal }, write);
  input.destroy();
  write({ status });
  response.end();
}

/**
 * Decouples the request body from its connection. A command that stops reading closes its input, but must still be able
 * to answer. The rest of the body is read and dropped, so that the caller can receive the answer.
 */
function inputOf(request: IncomingMessage): Readable {
  const input = new PassThrough();
  request.pipe(input);
  request.once('error', (error) => input.destroy(error));
  input.once('close', () => request.resume());
  return input;
}

const form = v.object({ words: v.array(v.string()), fileName: v.string() });

function readCall(request: IncomingMessage): ControlCall | null {
  try {
    return v.parse(form, JSON.parse(Buffer.from(String(request.headers[callHeader]), 'base64url').toString()));
  } catch {
    return null;
  }
}
