import styles from './list.module.css';

/** A switch that is saved as soon as it is turned. */
export function Switch({ label, isOn, onTurn }: { label: string; isOn: boolean; onTurn: (isOn: boolean) => void }) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={label}
      className={styles.switch}
      onClick={() => onTurn(!isOn)}
    >
      <span className={styles.knob} />
    </button>
  );
}
