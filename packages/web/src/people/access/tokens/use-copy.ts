import { useText } from '../../../i18n/index.ts';
import { showToast } from '../../../ui/overlays/toast-list.ts';

/** Returns a function that copies a text and reports the outcome. */
export function useCopy(): (text: string) => void {
  const { t } = useText();
  return (text) =>
    void navigator.clipboard.writeText(text).then(
      () => showToast('success', t('setUp.tokens.copied')),
      () => showToast('error', t('shell.shareFailed')),
    );
}
