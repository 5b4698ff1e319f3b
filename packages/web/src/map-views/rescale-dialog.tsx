import { formatNumber } from '@atrium/domain/core/format';
import { useText } from '../i18n/index.ts';
import { Button } from '../ui/form/button.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import type { Rescaling } from './use-rescaling.ts';

/** Confirms a new scale before saving, because it changes every measure on the plan. Shows the factor. */
export function RescaleDialog({ factor, answer }: Rescaling) {
  const { t, locale } = useText();
  const times = (of: number) => formatNumber(of, { locale, decimals: 2 });
  return (
    <Dialog
      title={t('plan.rescale.title')}
      text={t('plan.rescale.text', { lengths: times(factor), areas: times(factor * factor) })}
      onClose={() => answer(false)}
      actions={
        <>
          <Button onClick={() => answer(false)}>{t('app.cancel')}</Button>
          <Button look="primary" onClick={() => answer(true)}>
            {t('plan.rescale.save')}
          </Button>
        </>
      }
    />
  );
}
