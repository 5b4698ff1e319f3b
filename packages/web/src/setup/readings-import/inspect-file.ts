import type { Records } from '@atrium/domain/numbers/import';

/** Reads the first records of a file in a worker, so that the page stays responsive; null if it has none. */
export function inspectFile(file: File): Promise<Records | null> {
  const worker = new Worker(new URL('./inspect.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<Records | null>((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<Records | null>) => resolve(data);
    worker.onerror = () => resolve(null);
    worker.postMessage(file);
  }).finally(() => worker.terminate());
}
