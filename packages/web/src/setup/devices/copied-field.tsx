import { useText } from '../../i18n/index.ts';
import { IconButton } from '../../ui/form/button.tsx';
import { showToast } from '../../ui/overlays/toast-list.ts';

interface CopiedFieldProps {
  readonly label: string;
  readonly value: string;
  /** Keeps the lines of a command. */
  readonly isBlock?: boolean;
}

/** A value to put into a device, with a button that copies it. */
export function CopiedField({ label, value, isBlock = false }: CopiedFieldProps) {
  const { t } = useText();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      showToast('success', t('devices.copied'));
    } catch {
      showToast('error', t('shell.shareFailed'));
    }
  };
  return (
    <>
      <dt>{label}</dt>
      <dd>
        <code dir="ltr" data-block={isBlock || undefined}>
          {value}
        </code>
        <IconButton icon="copy" label={t('devices.copy', { what: label })} onClick={() => void copy()} />
      </dd>
    </>
  );
}
