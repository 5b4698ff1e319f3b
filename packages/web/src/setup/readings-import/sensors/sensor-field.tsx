import { useQuery } from '@apollo/client/react';
import { useId } from 'react';
import { TextField } from '../../../ui/form/field.tsx';
import { ImportSensorsDocument } from './operations.generated.ts';

interface Props {
  readonly label: string;
  readonly name?: string;
  readonly serial: string;
  readonly disabled: boolean;
  readonly onChange: (serial: string) => void;
}

/** Sensors offered at once. */
const maxOffered = 50;

/** A sensor by its name or serial. Both are offered while typing; the serial is what the field holds. */
export function SensorField({ label, name, serial, disabled, onChange }: Props) {
  const id = useId();
  const { data } = useQuery(ImportSensorsDocument, { context: { hub: true } });
  const sensors = data?.importSensors ?? [];
  const typed = serial.trim().toLocaleLowerCase();
  const found = sensors.filter((one) =>
    [one.serial, one.name, one.site].some((text) => text.toLocaleLowerCase().includes(typed)),
  );
  const chosen = sensors.find((one) => one.serial === serial.trim());
  const settle = () => {
    const [byName, ...others] = sensors.filter((one) => one.name.toLocaleLowerCase() === typed);
    if (chosen === undefined && byName !== undefined && others.length === 0) onChange(byName.serial);
  };
  return (
    <>
      <TextField
        label={label}
        name={name}
        autoComplete="off"
        list={`${id}-sensors`}
        value={serial}
        disabled={disabled}
        aside={chosen === undefined ? undefined : <bdi>{`${chosen.name}, ${chosen.site}`}</bdi>}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={settle}
      />
      <datalist id={`${id}-sensors`}>
        {found.slice(0, maxOffered).map((one) => (
          <option key={one.serial} value={one.serial} label={`${one.name}, ${one.site}`} />
        ))}
      </datalist>
    </>
  );
}
