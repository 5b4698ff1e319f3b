import { getDocument, type PDFDocumentProxy, PDFWorker } from 'pdfjs-dist';

export type PdfFault = 'locked' | 'broken' | 'empty' | 'large';

/** An open PDF. Page numbers start at 1. Close it after use. */
export interface OpenPdf {
  readonly pages: number;
  /** Renders a page with `side` px on its longer side; null on failure or timeout. */
  readonly draw: (page: number, side: number) => Promise<HTMLCanvasElement | null>;
  readonly close: () => void;
}

/** Bytes. */
const maxBytes = 50_000_000;
/** Larger images inside a page are skipped, before they exhaust memory. */
const limits = { maxImageSize: 100_000_000, disableWorkerRendering: true };
/** Timeout, ms. Some drawings, e.g. of whole cities, never finish. */
const timeoutMs = 30_000;

/** Opens a PDF in its own worker, without running scripts or fetching anything it references. */
export async function openPdf(file: Blob): Promise<OpenPdf | PdfFault> {
  if (file.size > maxBytes) return 'large';
  const port = new Worker(new URL('./pdf.worker.ts', import.meta.url), { type: 'module' });
  const worker = PDFWorker.create({ port });
  const close = () => {
    worker.destroy();
    port.terminate();
  };
  try {
    const data = new Uint8Array(await file.arrayBuffer());
    const loading = getDocument({ data, worker, enableXfa: false, useWasm: false, ...limits });
    const opened = await withTimeout(loading.promise);
    if (opened === null || opened.numPages === 0) {
      close();
      return opened === null ? 'large' : 'empty';
    }
    return { pages: opened.numPages, draw: (page, side) => drawPage(opened, page, side), close };
  } catch (error) {
    close();
    return error instanceof Error && error.name === 'PasswordException' ? 'locked' : 'broken';
  }
}

async function drawPage(opened: PDFDocumentProxy, number: number, side: number): Promise<HTMLCanvasElement | null> {
  try {
    const page = await opened.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    const viewport = page.getViewport({ scale: side / Math.max(width, height) });
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(viewport.width));
    canvas.height = Math.max(1, Math.round(viewport.height));
    const task = page.render({ canvas, viewport, background: 'white' });
    const drawn = await withTimeout(task.promise.then(() => canvas));
    if (drawn === null) task.cancel();
    page.cleanup();
    return drawn;
  } catch {
    return null;
  }
}

/** Returns null on timeout. */
async function withTimeout<Value>(promise: Promise<Value>): Promise<Value | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), timeoutMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
