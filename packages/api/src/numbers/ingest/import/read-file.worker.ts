import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { parentPort, workerData } from 'node:worker_threads';
import type { FileFault } from '@atrium/domain/numbers/delimited-files';
import type { FileToRead, FromReader, ToReader } from './import-in-thread.ts';
import { importOpenFile } from './import-readings.ts';
import type { SendReadings } from './reading-sender.ts';

/** Faults per message. */
const faultsAtOnce = 1000;
/** Bytes read before the thread handles its messages. */
const portionBytes = 65_536;

const { file, options, limits, batchSize, mostFaults } = workerData as FileToRead;
const waiting = new Map<number, (answer: Awaited<ReturnType<SendReadings>>) => void>();
let faults: [number, FileFault][] = [];
let reported = 0;
let sent = 0;

function tell(message: FromReader): void {
  parentPort?.postMessage(message);
}

function tellFaults(): void {
  if (faults.length > 0) tell({ kind: 'faults', faults });
  faults = [];
}

const send: SendReadings = (raw) => {
  tellFaults();
  sent += 1;
  const number = sent;
  tell({ kind: 'batch', number, raw });
  return new Promise((resolve) => waiting.set(number, resolve));
};

function report(line: number, fault: FileFault): void {
  reported += 1;
  if (reported > mostFaults) return;
  faults.push([line, fault]);
  if (faults.length >= faultsAtOnce) tellFaults();
}

parentPort?.on('message', ({ number, answer }: ToReader) => {
  waiting.get(number)?.(answer);
  waiting.delete(number);
});

function* portionsOf(bytes: Uint8Array): Iterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += portionBytes) yield bytes.subarray(at, at + portionBytes);
}

const open = () => ('path' in file ? createReadStream(file.path) : Readable.from(portionsOf(file.bytes)));
const result = await importOpenFile(open, options, { send, report, batchSize }, limits);
tellFaults();
tell({ kind: 'done', result });
parentPort?.close();
