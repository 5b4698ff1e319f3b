import { parentPort } from 'node:worker_threads';
import { readBody } from '@atrium/domain/devices/dialects';
import type { BodyQuestion } from './body-reader.ts';

parentPort?.on('message', ({ body, receivedAt, maps }: BodyQuestion) =>
  parentPort?.postMessage(readBody(body, receivedAt, maps)),
);
