import styles from './switch.module.css';

/** A switch that saves immediately. */
export function Switch({
  label,
  isOn,
  onTurn,
  disabled,
}: {
  label: string;
  isOn: boolean;
  onTurn: (isOn: boolean) => void;
  disabled?: boolean;
}) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={label}
      className={styles.switch}
      disabled={disabled}
      onClick={() => onTurn(!isOn)}
    >
      <span className={styles.knob} />
    </button>
  );
}
