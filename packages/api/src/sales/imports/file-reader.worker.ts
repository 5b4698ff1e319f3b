import { parentPort, workerData } from 'node:worker_threads';
import type { FileTools } from '@atrium/domain/sales/file';
import { type FileToCheck, readFileToCheck } from './file-check.ts';

const tools: FileTools = {
  decode(bytes, encoding) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      return null;
    }
  },
};

// Whoever started the thread asks for one message after the other, so that nothing piles up between the two.
const messages = readFileToCheck(workerData as FileToCheck, tools);
parentPort?.on('message', async () => {
  const next = await messages.next();
  if (next.done) parentPort?.close();
  else parentPort?.postMessage(next.value);
});
