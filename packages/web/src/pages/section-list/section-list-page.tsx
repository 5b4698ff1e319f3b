import { useQuery } from '@apollo/client/react';
import { useMemo } from 'react';
import { useText } from '../../i18n/index.ts';
import { findErrorCode, findErrorReason, retryQuery, useNumbers } from '../../numbers/answers/index.ts';
import { useNow } from '../../numbers/live/index.ts';
import { Loading } from '../../ui/page/loading.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { NumbersFailed, Quiet } from '../cards/states.tsx';
import { ExplainProvider } from '../explain/index.ts';
import type { SectionName } from '../site-page/tabs.tsx';
import { buildComfortQueries, buildListQueries, filterListedSites, getLeadMetric } from './listed-sites.ts';
import { SectionSitesDocument } from './operations.generated.ts';
import styles from './section-list.module.css';
import { SiteTable } from './site-table.tsx';

export const CountingListPage = () => <SectionListPage section="counting" />;
export const AtmosphereListPage = () => <SectionListPage section="atmosphere" />;
export const EnergyListPage = () => <SectionListPage section="energy" />;

/** Polling interval in ms. */
const pollEvery = 60_000;

/** Lists every site with pages of a section by name, with today's figure. */
function SectionListPage({ section }: { readonly section: SectionName }) {
  const { t, locale } = useText();
  const now = useNow(20_000);
  const { data, error, refetch } = useQuery(SectionSitesDocument);
  // Rounded to the minute: events begin and end with days.
  const minute = Math.floor(now / 60_000) * 60_000;
  const all = data?.allInstallations;
  const sites = useMemo(
    () => (all ? filterListedSites(all, section, minute, locale) : null),
    [all, section, minute, locale],
  );
  const metric = useMemo(() => getLeadMetric(all ?? [], section, minute), [all, section, minute]);
  const queries = useMemo(() => buildListQueries(metric, sites ?? []), [metric, sites]);
  const numbers = useNumbers(queries, pollEvery);
  const scores = useMemo(() => (section === 'atmosphere' ? buildComfortQueries(sites ?? []) : []), [section, sites]);
  const comforts = useNumbers(scores, pollEvery);
  return (
    <>
      <PageHeader title={t(`shell.${section}`)} status={sites && t('counting.list.count', { count: sites.length })} />
      {error && !sites && (
        <NumbersFailed
          code={findErrorCode(error)}
          reason={findErrorReason(error)}
          retry={() => void retryQuery(refetch)}
        />
      )}
      {!error && !sites && <Loading className={styles.ghost} />}
      {sites?.length === 0 && <Quiet text={t('section.list.none')} />}
      {sites && sites.length > 0 && (
        <ExplainProvider>
          {numbers.state === 'failed' && <NumbersFailed {...numbers} />}
          <SiteTable {...{ section, metric, sites, numbers, comforts, now }} />
        </ExplainProvider>
      )}
    </>
  );
}
