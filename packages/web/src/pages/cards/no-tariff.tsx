import { Link } from '@tanstack/react-router';
import { useText } from '../../i18n/index.ts';
import { useMayDo } from '../../people/organization/index.ts';

/** Links to where the tariffs of a site are entered, for those who may. */
export function TariffLink({ siteId }: { readonly siteId: number }) {
  const { t } = useText();
  return useMayDo('siteSetup') ? (
    <Link to="/settings/sites/$siteId" params={{ siteId: String(siteId) }}>
      {t('charts.addTariff')}
    </Link>
  ) : null;
}
