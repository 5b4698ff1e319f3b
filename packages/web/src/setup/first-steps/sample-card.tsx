import { useApolloClient, useMutation, useQuery } from '@apollo/client/react';
import { Link } from '@tanstack/react-router';
import { useText } from '../../i18n/index.ts';
import { useZone } from '../../people/organization/index.ts';
import { Button, buttonClass } from '../../ui/form/button.tsx';
import { showToast } from '../../ui/overlays/toast-list.ts';
import styles from './first-steps.module.css';
import {
  AddSampleDataDocument,
  RemoveSampleDataDocument,
  SampleSiteDocument,
  type SampleSiteQuery,
} from './operations.generated.ts';

const pollMs = 5000;

/** Offers a sample site until the organization has its own, and removes it again. */
export function SampleCard() {
  const { data } = useQuery(SampleSiteDocument, { fetchPolicy: 'cache-and-network', pollInterval: pollMs });
  if (data === undefined) return null;
  const { sample, site } = data.firstSteps;
  if (sample !== null) return <SampleThere sample={sample} />;
  return site === null ? <SampleOffer /> : null;
}

function SampleOffer() {
  const { t, language } = useText();
  const timezone = useZone();
  const client = useApolloClient();
  const [add, { loading }] = useMutation(AddSampleDataDocument);
  const make = async () => {
    const answer = await add({ variables: { language, timezone } }).catch(() => null);
    if (answer?.data == null) showToast('error', t('setUp.notSaved'));
    await client.refetchQueries({ include: 'active' }).catch(() => {});
  };
  return (
    <section className={styles.card} aria-label={t('firstSteps.sample')} aria-busy={loading}>
      <h2 className={styles.title}>{t('firstSteps.sample')}</h2>
      <p>{t('firstSteps.sample.text')}</p>
      <div className={styles.actions}>
        <Button aria-busy={loading} onClick={() => loading || void make()}>
          {t(loading ? 'firstSteps.sample.adding' : 'firstSteps.sample.add')}
        </Button>
      </div>
    </section>
  );
}

function SampleThere({
  sample: { id, name, isReady },
}: {
  sample: NonNullable<SampleSiteQuery['firstSteps']['sample']>;
}) {
  const { t } = useText();
  const client = useApolloClient();
  const [remove, { loading }] = useMutation(RemoveSampleDataDocument);
  const clear = async () => {
    const answer = await remove().catch(() => null);
    if (answer?.data == null) showToast('error', t('setUp.notSaved'));
    else showToast('success', t('firstSteps.sample.removed'));
    await client.refetchQueries({ include: 'active' }).catch(() => {});
  };
  const isBusy = loading || !isReady;
  return (
    <section className={styles.card} aria-label={t('firstSteps.sample')} aria-busy={isBusy}>
      <h2 className={styles.title}>{name === '' ? t('firstSteps.sample') : name}</h2>
      <p>{t('firstSteps.sample.there')}</p>
      <div className={styles.actions}>
        {isReady && (
          <Link to="/counting/$installationId" params={{ installationId: String(id) }} className={buttonClass('plain')}>
            {t('firstSteps.sample.look')}
          </Link>
        )}
        <Button icon="trash" aria-busy={isBusy} onClick={() => loading || void clear()}>
          {t(loading ? 'firstSteps.sample.removing' : 'firstSteps.sample.remove')}
        </Button>
      </div>
    </section>
  );
}
