import { useMutation, useQuery } from '@apollo/client/react';
import { formatClockSeconds, formatDate, formatNumber } from '@atrium/domain/core/format';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { useNow } from '../../numbers/live/index.ts';
import { usePages, useViewer, useZone } from '../../people/organization/index.ts';
import { Button, buttonClass } from '../../ui/form/button.tsx';
import { Icon } from '../../ui/icons/index.ts';
import { showToast } from '../../ui/overlays/toast-list.ts';
import { Loading } from '../../ui/page/loading.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { AddressDialog } from '../devices/address-dialog.tsx';
import { WaitingDevice } from '../devices/waiting-device.tsx';
import styles from './first-steps.module.css';
import { FirstNumberDocument, FirstStepsDocument, HideFirstStepsDocument } from './operations.generated.ts';
import { SampleCard } from './sample-card.tsx';
import {
  confirmingStep,
  countDoneSteps,
  countPassedStages,
  type Facts,
  findCurrentStep,
  getStepPath,
  hasDefault,
  isDone,
  type Stage,
  type StepName,
  stages,
  stepNames,
} from './steps.ts';

const numberPollMs = 4000;

/** The first number: today's entries, live. */
function NumberCard({ site }: { site: { readonly id: number; readonly name: string } }) {
  const { t, locale, dateFormat } = useText();
  const leadsTo = usePages();
  const { data } = useQuery(FirstNumberDocument, { fetchPolicy: 'cache-and-network', pollInterval: numberPollMs });
  const latest = data?.firstSteps.site?.latestEntries;
  const isOpen = data?.firstSteps.site?.isOpen;
  return (
    <section className={styles.card} aria-label={t('firstSteps.number')}>
      <p className={styles.note}>
        {latest?.isToday === false
          ? t('firstSteps.onDay', { date: formatDate(latest.date, { locale, dateFormat }), site: site.name })
          : t('firstSteps.today', { site: site.name })}
      </p>
      <p className={styles.figure} role="status">
        {latest == null ? (
          <span className={styles.unknown}>{latest === null ? t('firstSteps.unknown') : '…'}</span>
        ) : (
          <bdi key={latest.entries} className={styles.fresh}>
            {formatNumber(latest.entries, { locale, decimals: 0 })}
          </bdi>
        )}
      </p>
      {latest?.isToday === false && <p>{t('firstSteps.notToday')}</p>}
      {isOpen === false && <p>{t('firstSteps.closedNow')}</p>}
      <div className={styles.next}>
        <Link
          to="/counting/$installationId"
          params={{ installationId: String(site.id) }}
          className={buttonClass('primary')}
        >
          {t('firstSteps.open', { site: site.name })}
        </Link>
        {/* Common next steps, if the viewer may take them. */}
        {leadsTo('/settings/user-management') && (
          <Link to="/settings/user-management" className={buttonClass('plain')}>
            {t('firstSteps.invite')}
          </Link>
        )}
        {leadsTo('/alerts/new-alert') && (
          <Link to="/alerts/new-alert" className={buttonClass('plain')}>
            {t('firstSteps.alert')}
          </Link>
        )}
        {leadsTo('/export-data') && (
          <Link to="/export-data" className={buttonClass('plain')}>
            {t('firstSteps.export')}
          </Link>
        )}
        {leadsTo('/settings/pages') && (
          <Link to="/settings/pages" className={buttonClass('plain')}>
            {t('firstSteps.makePage')}
          </Link>
        )}
      </div>
    </section>
  );
}

/** Wait (ms) after which possible causes are shown. */
const causesAfterMs = 120_000;

/** Stages of the first reading while waiting for it. */
function WaitingCard({ facts }: { facts: Facts }) {
  const { t } = useText();
  const [since] = useState(() => Date.now());
  const now = useNow(1000);
  const [isAddressOpen, setAddressOpen] = useState(false);
  const passed = countPassedStages(facts);
  const seconds = Math.max(0, Math.floor((now - since) / 1000));
  return (
    <section className={styles.card} aria-label={t('firstSteps.waiting')}>
      <header className={styles.waitingHead}>
        <h2 className={styles.title}>{t('firstSteps.waiting')}</h2>
        <span className={styles.note}>
          {t('firstSteps.waitingFor', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 })}
        </span>
      </header>
      <p role="status">{t(`firstSteps.say.${stages[Math.min(passed, 3)] as Stage}`)}</p>
      <ol className={styles.stations}>
        {stages.map((station, index) => (
          <li
            key={station}
            className={styles.station}
            data-state={index < passed ? 'done' : index === passed ? 'current' : undefined}
          >
            <span className={styles.stop} aria-hidden="true">
              {index < passed && <Icon name="check" size={10} />}
            </span>
            <span className={styles.stationName}>{t(`firstSteps.station.${station}`)}</span>
            <span className={styles.note}>
              <StageNote facts={facts} index={index} passed={passed} />
            </span>
          </li>
        ))}
      </ol>
      <div className={styles.actions}>
        <Button icon="link" look={facts.hasKey ? 'plain' : 'primary'} onClick={() => setAddressOpen(true)}>
          {t('devices.address')}
        </Button>
      </div>
      {passed === 0 && now - since > causesAfterMs && <Causes />}
      {isAddressOpen && <AddressDialog onClose={() => setAddressOpen(false)} />}
    </section>
  );
}

function StageNote({ facts, index, passed }: { facts: Facts; index: number; passed: number }) {
  const { t } = useText();
  const zone = useZone();
  const at = [facts.reachedAt, facts.understoodAt][index] ?? null;
  if (index < passed) return at === null ? null : <bdi>{formatClockSeconds(at, facts.site?.timezone ?? zone)}</bdi>;
  if (index > passed) return null;
  return t(index === 2 ? 'firstSteps.yourTurn' : 'firstSteps.notYet');
}

function Causes() {
  const { t } = useText();
  return (
    <div className={styles.causes} role="status">
      <p>{t('firstSteps.causes')}</p>
      <ul>
        <li>{t('firstSteps.cause.address')}</li>
        <li>{t('firstSteps.cause.clock')}</li>
        <li>{t('firstSteps.cause.network')}</li>
      </ul>
    </div>
  );
}

const pollMs = 3000;

/** Guide from an empty installation to the first number: progress, next step, and the stages of the first reading. */
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

/** Steps with what was done in each. Each links to its page. */
function StepList({ facts }: { facts: Facts }) {
  const { t } = useText();
  const current = findCurrentStep(facts);
  return (
    <ol className={styles.steps}>
      {stepNames.map((step, index) => {
        const done = isDone(facts, step);
        return (
          <li key={step} className={styles.step} data-state={done ? 'done' : step === current ? 'current' : undefined}>
            <span className={styles.mark} aria-hidden="true">
              {done ? <Icon name="check" /> : index + 1}
            </span>
            <Link
              {...getStepPath(step, facts.site)}
              className={styles.stepLink}
              aria-current={step === current ? 'step' : undefined}
            >
              <span className={styles.stepName}>{t(`firstSteps.${step}`)}</span>
              <span className="visually-hidden">{done ? ` ${t('firstSteps.done')}` : ''}</span>
              <span className={styles.note}>
                <StepNote facts={facts} step={step} />
              </span>
            </Link>
          </li>
        );
      })}
    </ol>
  );
}

/** What was done in a step, or what the step is for. */
function StepNote({ facts, step }: { facts: Facts; step: StepName }) {
  const { t, locale } = useText();
  const { organization } = useViewer();
  const { site } = facts;
  const list = (names: readonly string[]) => new Intl.ListFormat(locale, { type: 'unit' }).format(names.slice(0, 4));
  if (!isDone(facts, step)) return t(`firstSteps.${step}.text`);
  if (step === 'name') return organization.name;
  if (site === null || step === 'connect' || step === 'number') return null;
  if (step === 'site') return [site.name, site.city, site.timezone].filter((part) => part !== null).join(' · ');
  if (step === 'hours')
    return t(site.hasHours ? 'firstSteps.dayFrom' : 'firstSteps.hours.always', { time: site.changeOfDay });
  return list(step === 'zones' ? site.zones : site.passages);
}
