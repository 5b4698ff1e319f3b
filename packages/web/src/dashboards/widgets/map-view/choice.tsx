import { Select } from '../../../ui/select/index.ts';

interface ChoiceProps {
  readonly label: string;
  readonly names: readonly string[];
  readonly chosen: number;
  readonly choose: (place: number) => void;
}

/** A single choice by index. Renders nothing if there is only one option. */
export function Choice({ label, names, chosen, choose }: ChoiceProps) {
  if (names.length < 2) return null;
  return (
    <Select aria-label={label} value={chosen} onChange={({ target }) => choose(Number(target.value))}>
      {names.map((name, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are known by their place
        <option key={place} value={place}>
          {name}
        </option>
      ))}
    </Select>
  );
}
