import { Link } from '@tanstack/react-router';
import { useText } from '../i18n/index.ts';
import { useViewer } from '../organization/index.ts';
import { Icon } from '../ui/icons/index.ts';
import styles from './first-steps.module.css';
import { type Facts, findCurrentStep, getStepPath, isDone, type StepName, stepNames } from './steps.ts';

/** Steps with what was done in each. Each links to its page. */
export function StepList({ facts }: { facts: Facts }) {
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
