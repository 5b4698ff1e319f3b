import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { showToast } from '../../ui/toasts/index.ts';
import { type DrawnPicture, drawCanvas, drawPicture, type PictureFault } from './draw-picture.ts';
import type { OpenPdf, PdfFault } from './open-pdf.ts';
import { PdfPageDialog } from './pdf-page-dialog.tsx';

/** Longer side of a rendered PDF page, px, before it is reduced to the upload limit. */
const pageSide = 3000;

const isPdf = async (file: Blob) => (await file.slice(0, 1024).text()).includes('%PDF-');

interface PictureFile {
  /** Converts a file to a picture; reports errors itself. */
  readonly take: (file: Blob | undefined) => Promise<void>;
  /** Dialog that asks for the page of a PDF; null otherwise. */
  readonly question: ReactNode;
}

/** Converts files to pictures of a plan: images directly, of a PDF the selected page. */
export function usePictureFile(onPicture: (picture: DrawnPicture) => void): PictureFile {
  const { t } = useText();
  const [pdf, setPdf] = useState<OpenPdf | null>(null);
  const [isBusy, setBusy] = useState(false);
  const opened = useRef<OpenPdf | null>(null);
  useEffect(() => () => opened.current?.close(), []);

  function show(next: OpenPdf | null) {
    if (opened.current !== next) opened.current?.close();
    opened.current = next;
    setPdf(next);
  }

  function give(drawn: DrawnPicture | PictureFault) {
    if (typeof drawn === 'object') onPicture(drawn);
    else showToast('error', t(`plan.picture.fault.${drawn}`));
  }

  async function takePage(from: OpenPdf, page: number) {
    setBusy(true);
    const canvas = await from.draw(page, pageSide);
    if (canvas === null) showToast('error', t('plan.pdf.fault.large'));
    else give(await drawCanvas(canvas));
    setBusy(false);
    show(null);
  }

  async function takePdf(file: Blob) {
    // Loaded on demand: the PDF library is large and few users need it.
    const answer = await import('./open-pdf.ts').then(
      ({ openPdf }) => openPdf(file),
      (): PdfFault => 'broken',
    );
    if (typeof answer === 'string') return void showToast('error', t(`plan.pdf.fault.${answer}`));
    show(answer);
    if (answer.pages === 1) await takePage(answer, 1);
  }

  return {
    async take(file) {
      if (file === undefined) return;
      if (await isPdf(file)) await takePdf(file);
      else give(await drawPicture(file));
    },
    question: pdf !== null && pdf.pages > 1 && (
      <PdfPageDialog
        pdf={pdf}
        isBusy={isBusy}
        onChoose={(page) => void takePage(pdf, page)}
        onClose={() => show(null)}
      />
    ),
  };
}
