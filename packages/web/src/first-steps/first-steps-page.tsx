import { useMutation, useQuery } from '@apollo/client/react';
import { Link } from '@tanstack/react-router';
import { WaitingDevice } from '../devices/index.ts';
import { useText } from '../i18n/index.ts';
import { useViewer } from '../organization/index.ts';
import { Button, buttonClass } from '../ui/form/index.ts';
import { Loading } from '../ui/loading/index.ts';
import { PageHeader } from '../ui/page/index.ts';
import { showToast } from '../ui/toasts/index.ts';
import styles from './first-steps.module.css';
import { NumberCard } from './number-card.tsx';
import { FirstStepsDocument, HideFirstStepsDocument } from './operations.generated.ts';
import { SampleCard } from './sample/sample-card.tsx';
import { StepList } from './step-list.tsx';
import {
  confirmingStep,
  countDoneSteps,
  type Facts,
  findCurrentStep,
  getStepPath,
  hasDefault,
  stepNames,
} from './steps.ts';
import { WaitingCard } from './waiting-card.tsx';

/** Polling interval, ms. */
const pollMs = 3000;

/** Guide from an empty installation to the first number: progress, next step, and the way of the first reading. */
export function FirstStepsPage() {
  const { t } = useText();
  const { data, error } = useQuery(FirstStepsDocument, { fetchPolicy: 'cache-and-network', pollInterval: pollMs });
  const facts = data?.firstSteps;
  if (facts === undefined)
    return (
      <>
        <PageHeader title={t('shell.firstSteps')} />
        {error === undefined ? (
          <Loading className={styles.ghost} />
        ) : (
          <p className={styles.card}>{t('setUp.failed')}</p>
        )}
      </>
    );
  return (
    <>
      <PageHeader
        title={t('shell.firstSteps')}
        status={t('firstSteps.progress', { done: countDoneSteps(facts), all: stepNames.length })}
        actions={<Hiding isHidden={facts.isHidden} />}
      />
      <div className={styles.page}>
        <nav className={styles.card} aria-label={t('shell.firstSteps')}>
          <StepList facts={facts} />
          <p className={styles.leave}>{t('firstSteps.leave')}</p>
        </nav>
        <div className={styles.main}>
          <Current facts={facts} />
          <SampleCard />
        </div>
      </div>
    </>
  );
}

/** The current step. A waiting device can be assigned right here. */
function Current({ facts }: { facts: Facts }) {
  const { t } = useText();
  const { organization } = useViewer();
  const step = findCurrentStep(facts);
  if (facts.isCounted && facts.site !== null) return <NumberCard site={facts.site} />;
  if (step === 'connect' || step === 'number')
    return (
      <>
        <WaitingCard facts={facts} />
        {facts.reachedAt !== null && !facts.isPlaced && <WaitingDevice />}
      </>
    );
  if (step === null) return null;
  return (
    <section className={styles.card}>
      <h2 className={styles.title}>{t(`firstSteps.${step}`)}</h2>
      <p>{t(`firstSteps.${step}.text`)}</p>
      {hasDefault(step) && <p>{t(`firstSteps.${step}.asIs`, { name: organization.name })}</p>}
      <div className={styles.actions}>
        <Link {...getStepPath(step, facts.site)} className={buttonClass('primary')}>
          {t('firstSteps.goOn')}
        </Link>
        {hasDefault(step) && (
          <Link {...getStepPath(confirmingStep[step], facts.site)} className={buttonClass('plain')}>
            {t(`firstSteps.${step}.keep`)}
          </Link>
        )}
      </div>
    </section>
  );
}

function Hiding({ isHidden }: { isHidden: boolean }) {
  const { t } = useText();
  const [hide, { loading }] = useMutation(HideFirstStepsDocument);
  const change = async () => {
    const answer = await hide({ variables: { hidden: !isHidden } }).catch(() => null);
    if (answer?.data == null) showToast('error', t('setUp.notSaved'));
    else showToast('success', t(isHidden ? 'firstSteps.isShown' : 'firstSteps.isHidden'));
  };
  return (
    <Button icon={isHidden ? 'eye' : 'eyeOff'} aria-busy={loading} onClick={() => void change()}>
      {t(isHidden ? 'firstSteps.show' : 'firstSteps.hide')}
    </Button>
  );
}
