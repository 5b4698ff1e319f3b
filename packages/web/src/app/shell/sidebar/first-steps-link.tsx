import { Link, useRouterState } from '@tanstack/react-router';
import { countDoneSteps, findCurrentStep, stepNames, useFirstSteps } from '../../../first-steps/progress.ts';
import { useText } from '../../../i18n/index.ts';
import { Icon } from '../../../ui/icons/index.ts';
import { isCurrent, places } from '../../places/index.ts';
import styles from './sidebar.module.css';

/** Link to the first steps, until they are done or dismissed. */
export function FirstStepsLink({ onNavigate }: { onNavigate: (() => void) | undefined }) {
  const { t } = useText();
  const facts = useFirstSteps();
  const isHere = useRouterState({ select: ({ location }) => isCurrent(places.firstSteps, location.pathname) });
  if (facts === null || facts.isHidden || findCurrentStep(facts) === null) return null;
  return (
    <Link
      to={places.firstSteps.path}
      className={`${styles.row} ${styles.first}`}
      data-current={isHere}
      aria-current={isHere ? 'page' : undefined}
      onClick={onNavigate}
    >
      <Icon name={places.firstSteps.icon} />
      <span className={styles.text}>{t(places.firstSteps.label)}</span>
      <span className={styles.figure}>
        {t('shell.firstSteps.count', { done: countDoneSteps(facts), all: stepNames.length })}
      </span>
    </Link>
  );
}
