import { parentPort, workerData } from 'node:worker_threads';
import type { FileTools } from '@atrium/domain/actions/sales/file';
import { checkFile, type FileToCheck } from './file-check.ts';

const tools: FileTools = {
  decode(bytes, encoding) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      return null;
    }
  },
};

// Pull-based: the parent requests each message, so that none queue up.
const messages = checkFile(workerData as FileToCheck, tools);
parentPort?.on('message', async () => {
  const next = await messages.next();
  if (next.done) parentPort?.close();
  else parentPort?.postMessage(next.value);
});
