import { type MessageId, useText } from '../../i18n/index.ts';
import { Icon } from '../../ui/icons/index.ts';
import styles from './state-chip.module.css';

export type ShownState = 'FIRING' | 'RECOVERING' | 'NO_DATA' | 'PENDING' | 'OK' | 'OFF' | 'muted';

/** State of an alert as shape and word, so that it does not depend on colour. */
export function StateChip({ state }: { state: ShownState }) {
  const { t } = useText();
  return (
    <span className={styles.chip} data-state={state}>
      {state === 'NO_DATA' && <Icon name="offline" size={14} />}
      {state === 'muted' && <Icon name="bell" size={14} />}
      {state !== 'NO_DATA' && state !== 'muted' && state !== 'OFF' && (
        <span className={styles.dot} aria-hidden="true" />
      )}
      {t(`alerts.state.${state}` as MessageId)}
    </span>
  );
}

/** "Muted" replaces states that need no attention; a firing alert shows as firing. */
export function toShownState(state: Exclude<ShownState, 'muted'>, isMuted: boolean): ShownState {
  return isMuted && (state === 'OK' || state === 'PENDING') ? 'muted' : state;
}
