import { useText } from '../../i18n/index.ts';
import { Button } from '../form/button.tsx';
import { showToast } from '../overlays/toast-list.ts';

/** Copies a link to the current view. The address is read on click. */
export function CopyLinkButton({ address }: { readonly address: () => string }) {
  const { t } = useText();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address());
      showToast('success', t('shell.shared'));
    } catch {
      showToast('error', t('shell.shareFailed'));
    }
  };
  return (
    <Button icon="link" onClick={() => void copy()}>
      {t('shell.share')}
    </Button>
  );
}
