import { formatNumber } from '@atrium/domain/core/format';
import { type ComponentProps, type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { SelectField } from '../form/controls.tsx';
import { LabelledField } from '../form/field.tsx';
import { Select } from '../form/select.tsx';
import { Icon } from '../icons/index.ts';
import styles from './choice.module.css';
import { type Entry, maxPlainOptions, searchEntries, selectWindow } from './search-entries.ts';

interface Option extends Entry {
  readonly value: string;
  readonly lang?: string;
  readonly isDisabled?: boolean;
}

interface ComboboxProps {
  readonly label: string;
  readonly name?: string | undefined;
  readonly value: string;
  readonly options: readonly Option[];
  readonly onChange: (value: string) => void;
  readonly disabled?: boolean | undefined;
  /** Attributes of the input: its label, description and look. */
  readonly field: Pick<
    ComponentProps<'input'>,
    'id' | 'className' | 'aria-label' | 'aria-invalid' | 'aria-describedby'
  >;
}

/** Number of options each key moves by. */
const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };

/** Input that searches a long list. The list opens within the nearest positioned element. */
function Combobox({ label, name, value, options, onChange, disabled, field }: ComboboxProps) {
  const { t, locale } = useText();
  const id = useId();
  /** Typed text. Null while the list is closed. */
  const [query, setQuery] = useState<string | null>(null);
  const [place, setPlace] = useState(0);
  const isOpen = query !== null;
  const found = isOpen ? searchEntries(options, query) : [];
  const current = Math.max(0, Math.min(place, found.length - 1));
  const { first, shown } = selectWindow(found, current);
  const chosen = options.find((option) => option.value === value);
  const count = (amount: number) => formatNumber(amount, { locale, decimals: 0 });

  useEffect(() => {
    if (isOpen) document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, isOpen, current]);

  function open() {
    setQuery('');
    setPlace(Math.max(0, chosen ? options.indexOf(chosen) : 0));
  }

  function choose(option: Option | undefined) {
    if (option?.isDisabled) return;
    setQuery(null);
    if (option !== undefined && option.value !== value) onChange(option.value);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const step = steps[event.key];
    if (event.key === 'Escape' && isOpen) {
      // Keeps a surrounding dialog open.
      event.stopPropagation();
      setQuery(null);
    } else if (event.key === 'Enter' || step !== undefined) {
      if (!isOpen) open();
      else if (step === undefined) choose(found[current]);
      else setPlace(Math.max(0, Math.min(current + step, found.length - 1)));
    } else return;
    event.preventDefault();
  }

  return (
    <>
      <input
        {...field}
        className={`${field.className ?? ''} ${styles.field}`}
        name={name}
        disabled={disabled}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-list` : undefined}
        aria-activedescendant={isOpen && found.length > 0 ? `${id}-${current}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        value={query ?? chosen?.text.trim() ?? ''}
        placeholder={chosen?.text.trim()}
        // Selects the text, so that typing replaces the selected name.
        onFocus={(event) => event.currentTarget.select()}
        onClick={() => !isOpen && open()}
        onChange={(event) => {
          setQuery(event.currentTarget.value);
          setPlace(0);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setQuery(null)}
      />
      <span className={styles.arrow}>
        <Icon name="chevronDown" size={14} />
      </span>
      {isOpen && (
        // biome-ignore lint/a11y/noStaticElementInteractions: a press in the list leaves the focus in the field
        <div className={styles.list} onMouseDown={(event) => event.preventDefault()}>
          <div id={`${id}-list`} role="listbox" aria-label={label}>
            {shown.map((option, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard chooses in the field above
              <div
                key={option.value}
                id={`${id}-${first + index}`}
                role="option"
                tabIndex={-1}
                lang={option.lang}
                aria-setsize={found.length}
                aria-posinset={first + index + 1}
                aria-selected={option.value === value}
                aria-disabled={option.isDisabled || undefined}
                data-current={first + index === current || undefined}
                className={styles.option}
                onClick={() => choose(option)}
              >
                {option.text}
                {option.aside !== undefined && <span className={styles.aside}>{option.aside}</span>}
              </div>
            ))}
          </div>
          <p className={styles.told} role="status">
            {found.length === 0
              ? t('palette.none')
              : shown.length < found.length &&
                t('app.list.more', { shown: count(shown.length), count: count(found.length) })}
          </p>
        </div>
      )}
    </>
  );
}

interface LongSelectProps extends Omit<ComboboxProps, 'field' | 'name' | 'disabled'> {
  /** Class of the element around it. */
  readonly className?: string | undefined;
  /** `small` is for headers. */
  readonly look?: 'control' | 'small';
}

/** `LongSelectField` with a label for screen readers only: for the header of a page, panel or widget. */
export function LongSelect({ className = '', look = 'control', ...choice }: LongSelectProps) {
  const { label, value, options, onChange } = choice;
  if (options.length > maxPlainOptions)
    return (
      <div className={`${styles.place} ${className}`} data-look={look} data-export="skip">
        <Combobox {...choice} field={{ 'aria-label': label, className: styles.bare }} />
      </div>
    );
  return (
    <Select
      look={look}
      className={className}
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value} disabled={option.isDisabled}>
          {option.text}
        </option>
      ))}
    </Select>
  );
}

type LongSelectFieldProps = Pick<
  ComponentProps<typeof SelectField>,
  'label' | 'name' | 'onChange' | 'error' | 'disabled' | 'note'
> & { readonly value: string; readonly options: readonly Option[] };

/**
 * Select for lists that grow with the organization: sites, zones, devices, people. Uses the native select for short
 * lists and a search field for long ones.
 */
export function LongSelectField(props: LongSelectFieldProps) {
  if (props.options.length <= maxPlainOptions) return <SelectField {...props} />;
  const { error, note, ...choice } = props;
  return (
    <div className={styles.place}>
      <LabelledField label={choice.label} error={error}>
        {(field) => <Combobox {...choice} field={field} />}
      </LabelledField>
      {note !== undefined && <p className={styles.note}>{note}</p>}
    </div>
  );
}
