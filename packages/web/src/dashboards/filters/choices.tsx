import { Icon } from '../../ui/icons/index.ts';
import styles from './filters.module.css';

export interface Choice<Value> {
  readonly value: Value;
  readonly label: string;
}

/** A list for a single choice. */
export function Choices<Value>({
  choices,
  chosen,
  onChoose,
}: {
  readonly choices: readonly Choice<Value>[];
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
}) {
  return (
    <ul className={styles.choices}>
      {choices.map((choice) => (
        <li key={choice.label}>
          <button
            type="button"
            className={styles.choice}
            aria-current={choice.value === chosen || undefined}
            onClick={() => onChoose(choice.value)}
          >
            <span>{choice.label}</span>
            {choice.value === chosen && <Icon name="check" size={14} />}
          </button>
        </li>
      ))}
    </ul>
  );
}
