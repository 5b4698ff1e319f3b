import type { CheckedRows, Shop, ShopTotal } from '@atrium/domain/sales';
import type { Encoding, FileRefusal, Separator } from '@atrium/domain/sales/file';

/** What a worker is asked: the file, and what it is checked against. */
export interface FileQuestion {
  readonly file: File;
  readonly shops: readonly Shop[];
  /** Epoch ms. */
  readonly now: number;
}

/** What is in a file, without its receipts. */
export interface FileCheck extends Omit<CheckedRows, 'receipts'> {
  readonly separator: Separator | null;
  readonly encoding: Encoding | null;
  readonly totals: readonly ShopTotal[];
}

/** `unread`: the browser could not read the file, or checking it broke down. */
export type Unreadable = FileRefusal | 'unread';

export type FileAnswer = { readonly check: FileCheck } | { readonly refusal: Unreadable };

/** Checks a file beside the page, which stays as quick as it is. Rejects with the signal's reason when it is aborted. */
export function checkFile(question: FileQuestion, signal: AbortSignal): Promise<FileAnswer> {
  const worker = new Worker(new URL('./file.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<FileAnswer>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<FileAnswer>) => resolve(data);
    worker.onerror = () => resolve({ refusal: 'unread' });
    signal.addEventListener('abort', () => reject(signal.reason));
    worker.postMessage(question);
  }).finally(() => worker.terminate());
}
