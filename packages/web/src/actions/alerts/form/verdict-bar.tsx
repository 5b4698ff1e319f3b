import { Link } from '@tanstack/react-router';
import { useText } from '../../../i18n/index.ts';
import { buttonClass } from '../../../ui/form/button.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import type { Form } from '../../../ui/form/use-form.ts';
import { formatLength } from '../condition-text.ts';
import { minKnownShare } from './back-test.tsx';
import type { Draft } from './draft.ts';
import type { usePreview } from './use-preview.ts';
import styles from './verdict-bar.module.css';

interface VerdictBarProps {
  readonly form: Form<Draft>;
  readonly tried: ReturnType<typeof usePreview>;
}

/** How often the alert would have fired, beside Cancel and Save. Stays in view while the form scrolls. */
export function VerdictBar({ form, tried: { preview, isBusy } }: VerdictBarProps) {
  const text = useText();
  const { t } = text;
  return (
    <div className={styles.bar}>
      <p className={styles.verdict} role="status" data-old={isBusy || undefined}>
        {preview !== null &&
          (preview.known == null || preview.known < minKnownShare
            ? t('alertForm.test.notEnough')
            : preview.times === 0
              ? t('alertForm.test.never')
              : t('alertForm.test.times', {
                  count: preview.times,
                  length: formatLength(preview.meanLength ?? 0, text),
                }))}
      </p>
      <div className={styles.actions}>
        <FormActions form={form} save={t('alertForm.save')} />
        <Link to="/alerts" className={buttonClass('plain')}>
          {t('app.cancel')}
        </Link>
      </div>
    </div>
  );
}
