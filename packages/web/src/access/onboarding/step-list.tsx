import { useText } from '../../i18n/index.ts';
import styles from './invitation/onboarding.module.css';
import type { Step } from './steps.ts';

/** Progress and links to steps: all previous ones, and following ones while every step before them is finished. */
export function StepList({
  steps,
  current,
  isDone,
  open,
}: {
  steps: readonly Step[];
  current: number;
  isDone: (step: Step) => boolean;
  open: (step: Step) => void;
}) {
  const { t } = useText();
  const unfinished = steps.findIndex((step) => !isDone(step));
  const furthest = unfinished === -1 ? steps.length - 1 : unfinished;
  const allDone = unfinished === -1;
  const label = t('access.onboarding.progress', { step: current + 1, steps: steps.length });
  return (
    <nav aria-label={t('access.onboarding.steps')}>
      <p className={styles.progress}>{label}</p>
      <progress className={styles.bar} aria-label={label} value={current + 1} max={steps.length} />
      <ol className={styles.steps}>
        {steps.map((step, index) => (
          <li key={step.path}>
            <button
              type="button"
              className={styles.step}
              aria-current={index === current ? 'step' : undefined}
              disabled={!(index <= current || allDone || (index === current + 1 && index <= furthest))}
              onClick={() => open(step)}
            >
              {t(step.label)}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
