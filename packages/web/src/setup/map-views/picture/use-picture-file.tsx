import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useText } from '../../../i18n/index.ts';
import { Button } from '../../../ui/form/button.tsx';
import { SelectField } from '../../../ui/form/controls.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { showToast } from '../../../ui/overlays/toast-list.ts';
import { type DrawnPicture, drawCanvas, drawPicture, type PictureFault } from './draw-picture.ts';
import type { OpenPdf, PdfFault } from './open-pdf.ts';
import styles from './pdf-page.module.css';

interface PdfPageProps {
  readonly pdf: OpenPdf;
  readonly isBusy: boolean;
  readonly onChoose: (page: number) => void;
  readonly onClose: () => void;
}

/** Longer side of a page preview, px. */
const previewSide = 900;
/** Maximum number of selectable pages. A plan on a later page must be extracted first. */
const maxPages = 500;

/** Dialog that selects the page of a PDF with the plan. */
function PdfPageDialog({ pdf, isBusy, onChoose, onClose }: PdfPageProps) {
  const { t } = useText();
  const [page, setPage] = useState(1);
  const count = Math.min(pdf.pages, maxPages);
  return (
    <Dialog
      title={t('plan.pdf.which')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('app.cancel')}</Button>
          <Button look="primary" aria-busy={isBusy} onClick={() => isBusy || onChoose(page)}>
            {t('plan.pdf.take')}
          </Button>
        </>
      }
    >
      <div className={styles.choice}>
        <SelectField
          label={t('plan.pdf.page')}
          value={String(page)}
          options={Array.from({ length: count }, (_, index) => ({
            value: String(index + 1),
            text: t('plan.pdf.pageOf', { page: index + 1, pages: pdf.pages }),
          }))}
          onChange={(value) => setPage(Number(value))}
        />
        <Preview key={page} pdf={pdf} page={page} />
      </div>
    </Dialog>
  );
}

function Preview({ pdf, page }: { readonly pdf: OpenPdf; readonly page: number }) {
  const { t } = useText();
  const frame = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'drawing' | 'drawn' | 'failed'>('drawing');
  useEffect(() => {
    let isLeft = false;
    void pdf.draw(page, previewSide).then((canvas) => {
      if (isLeft) return;
      if (canvas !== null) frame.current?.replaceChildren(canvas);
      setState(canvas === null ? 'failed' : 'drawn');
    });
    return () => {
      isLeft = true;
    };
  }, [pdf, page]);
  return (
    <div className={styles.preview} aria-busy={state === 'drawing'}>
      <div ref={frame} role="img" aria-label={t('plan.pdf.pageOf', { page, pages: pdf.pages })} />
      {state !== 'drawn' && (
        <p className={styles.note} role="status">
          {t(state === 'failed' ? 'plan.pdf.fault.large' : 'app.loading')}
        </p>
      )}
    </div>
  );
}

/** Longer side of a rendered PDF page, px, before it is reduced to the upload limit. */
const pageSide = 3000;

const isPdf = async (file: Blob) => (await file.slice(0, 1024).text()).includes('%PDF-');

interface PictureFile {
  /** Converts a file to a picture; reports errors itself. */
  readonly take: (file: Blob | undefined) => Promise<void>;
  /** Dialog that asks for the page of a PDF; null otherwise. */
  readonly question: ReactNode;
}

/** Converts files to pictures of a plan: an image directly, a PDF by its selected page. */
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
