import { formatClockSeconds } from '@atrium/domain/core/format';
import { useState } from 'react';
import { AddressDialog } from '../devices/index.ts';
import { useText } from '../i18n/index.ts';
import { useNow } from '../live/index.ts';
import { useZone } from '../organization/index.ts';
import { Button } from '../ui/form/index.ts';
import { Icon } from '../ui/icons/index.ts';
import styles from './first-steps.module.css';
import { countPassedStages, type Facts, type Stage, stages } from './steps.ts';

/** Wait (ms) after which possible causes are shown. */
const causesAfterMs = 120_000;

/** Stages of the first reading while waiting for it. */
export function WaitingCard({ facts }: { facts: Facts }) {
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
