import { Link } from '@tanstack/react-router';
import { useText } from '../../i18n/index.ts';
import { useMayDo } from '../../people/organization/index.ts';
import { buttonClass } from '../../ui/form/button.tsx';
import type { Explained } from './explained.ts';
import type { SourceReadingsQuery } from './operations.generated.ts';

interface CorrectLinkProps {
  readonly span: Explained['span'];
  readonly sources: readonly Pick<
    SourceReadingsQuery['readingsBehind']['sources'][number],
    'installationId' | 'deviceId'
  >[];
}

/** Links to the correction of the readings behind a number of one site, for users who may correct them. */
export function CorrectLink({ span, sources }: CorrectLinkProps) {
  const { t } = useText();
  const mayCorrect = useMayDo('siteSetup');
  const sites = new Set(sources.map(({ installationId }) => installationId));
  const [site] = sites;
  if (!mayCorrect || site === undefined || sites.size > 1) return null;
  return (
    <Link
      to="/settings/sites/$siteId/corrections"
      params={{ siteId: String(site) }}
      search={findCorrected(sources, span)}
      className={buttonClass('quiet')}
    >
      {t('explain.looksWrong')}
    </Link>
  );
}

/** Returns what the form is filled with: the period, and the sensor if there is only one. */
export function findCorrected(sources: CorrectLinkProps['sources'], { from, to }: Explained['span']) {
  const devices = new Set(sources.map(({ deviceId }) => deviceId));
  const [device] = devices;
  return { from, to, ...(devices.size === 1 && device !== undefined && { device }) };
}
