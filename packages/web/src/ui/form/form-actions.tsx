import { useText } from '../../i18n/index.ts';
import { Button } from './button.tsx';
import styles from './control.module.css';
import type { Form } from './use-form.ts';

/**
 * Save and discard below a form; hidden while nothing changed. Also reports a wrong field, which may be out of view.
 */
export function FormActions<Values extends object>({ form, save }: { form: Form<Values>; save?: string }) {
  const { t } = useText();
  const hasFaults = Object.keys(form.faults).length > 0;
  return (
    <div className={styles.actions}>
      <Button type="submit" look="primary" disabled={!form.isDirty} aria-busy={form.isBusy}>
        {save ?? t('app.exit.save')}
      </Button>
      {form.isDirty && <Button onClick={form.reset}>{t('app.exit.discard')}</Button>}
      <span className={styles.unsaved} role="status">
        {form.isDirty ? t(hasFaults ? 'app.form.faults' : 'app.form.unsaved') : ''}
      </span>
    </div>
  );
}
