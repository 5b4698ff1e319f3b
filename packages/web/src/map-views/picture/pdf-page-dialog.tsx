import { useEffect, useRef, useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { Dialog } from '../../ui/dialog/index.ts';
import { SelectField } from '../../ui/fields/index.ts';
import { Button } from '../../ui/form/index.ts';
import type { OpenPdf } from './open-pdf.ts';
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
export function PdfPageDialog({ pdf, isBusy, onChoose, onClose }: PdfPageProps) {
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
