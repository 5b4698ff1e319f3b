import type { CheckedRows, Shop, ShopTotal } from '@atrium/domain/actions/sales';
import type { Encoding, FileRefusal, Separator } from '@atrium/domain/actions/sales/file';

/** Message to the worker: the file, and what to check it against. */
export interface FileQuestion {
  readonly file: File;
  readonly shops: readonly Shop[];
  /** Epoch ms. */
  readonly now: number;
}

/** Content of a file, without its receipts. */
export interface FileCheck extends Omit<CheckedRows, 'receipts'> {
  readonly separator: Separator | null;
  readonly encoding: Encoding | null;
  readonly totals: readonly ShopTotal[];
}

/** `unread`: the browser could not read the file, or the check crashed. */
export type Unreadable = FileRefusal | 'unread';

export type FileAnswer = { readonly check: FileCheck } | { readonly refusal: Unreadable };

/** Checks a file in a worker, so that the page stays responsive. Rejects with the signal's reason when aborted. */
export function checkFile(question: FileQuestion, signal: AbortSignal): Promise<FileAnswer> {
  const worker = new Worker(new URL('./file.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<FileAnswer>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<FileAnswer>) => resolve(data);
    worker.onerror = () => resolve({ refusal: 'unread' });
    signal.addEventListener('abort', () => reject(signal.reason));
    worker.postMessage(question);
  }).finally(() => worker.terminate());
}
