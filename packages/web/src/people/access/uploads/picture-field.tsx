import { detectImageKind, imageHeadBytes, maxImageBytes } from '@atrium/domain/files';
import { type ReactNode, useState } from 'react';
import { useText } from '../../../i18n/index.ts';
import { useFileChooser } from '../../../ui/file-field.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Icon } from '../../../ui/icons/index.ts';
import { showToast } from '../../../ui/overlays/toast-list.ts';
import { Refusal } from '../session/index.ts';
import styles from './picture-field.module.css';

const imageFaults = ['size', 'kind', 'pixels', 'slow'] as const;
type ImageFault = (typeof imageFaults)[number];

/** Returns why a file cannot be used as a picture; null if the browser finds no reason. */
async function findImageFault(file: Blob): Promise<ImageFault | null> {
  if (file.size > maxImageBytes) return 'size';
  const head = new Uint8Array(await file.slice(0, imageHeadBytes).arrayBuffer());
  return detectImageKind(head) === null ? 'kind' : null;
}

/** Returns why the server refused a picture; null if the upload failed for another reason. */
function findRefusedFault(error: unknown): ImageFault | null {
  const reason = error instanceof Refusal ? error.reason : null;
  return imageFaults.find((fault) => reason === `image.${fault}`) ?? null;
}

interface PictureFieldProps {
  readonly label: string;
  readonly note: string;
  /** The current picture, or its placeholder. */
  readonly shown: ReactNode;
  readonly isThere: boolean;
  /** Stores the file; null removes the picture. */
  readonly send: (file: File | null) => Promise<void>;
}

/** A picture that is stored as soon as it is selected. */
export function PictureField({ label, note, shown, isThere, send }: PictureFieldProps) {
  const { t } = useText();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);

  async function choose(file: File | null) {
    setFault(null);
    const wrong = file === null ? null : await findImageFault(file);
    if (wrong !== null) return setFault(t(`profile.picture.${wrong}`));
    setBusy(true);
    try {
      await send(file);
      showToast('success', t('profile.saved'));
    } catch (error) {
      const refused = findRefusedFault(error);
      setFault(t(refused === null ? 'profile.failed' : `profile.picture.${refused}`));
    }
    setBusy(false);
  }

  const chooser = useFileChooser({
    label,
    accept: 'image/png,image/jpeg,image/webp,image/gif',
    onChoose: ([file]) => void choose(file ?? null),
  });

  return (
    <fieldset className={styles.field} disabled={isBusy} aria-busy={isBusy}>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.row}>
        {shown}
        <div className={styles.side}>
          <div className={styles.buttons}>
            <Button icon="upload" onClick={chooser.open}>
              {t(isThere ? 'profile.picture.change' : 'profile.picture.choose')}
            </Button>
            {isThere && <Button onClick={() => void choose(null)}>{t('profile.picture.remove')}</Button>}
          </div>
          <p className={styles.note}>{note}</p>
        </div>
      </div>
      {chooser.input}
      <p className={styles.error} role="alert">
        {fault !== null && <Icon name="alert" size={14} />}
        {fault}
      </p>
    </fieldset>
  );
}
