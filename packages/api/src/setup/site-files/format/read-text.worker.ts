import { parentPort, workerData } from 'node:worker_threads';
import { readText } from './read-text.ts';

parentPort?.postMessage(readText(workerData as string));
