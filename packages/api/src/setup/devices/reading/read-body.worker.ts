import { parentPort } from 'node:worker_threads';
import { readBody } from '@atrium/domain/setup/devices/dialects';
import type { BodyRequest } from './body-reader.ts';

parentPort?.on('message', ({ body, receivedAt, maps, listsFields }: BodyRequest) =>
  parentPort?.postMessage(readBody(body, receivedAt, maps, listsFields)),
);
