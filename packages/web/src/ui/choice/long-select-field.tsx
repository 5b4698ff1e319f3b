import { formatNumber } from '@atrium/domain/core/format';
import { type ComponentProps, type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { SelectField } from '../fields/index.ts';
import { LabelledField } from '../form/index.ts';
import { Icon } from '../icons/index.ts';
import styles from './choice.module.css';
import { find } from './find.ts';
import { plainOptions, windowOf } from './window.ts';

type LongSelectFieldProps = Pick<
  ComponentProps<typeof SelectField>,
  'label' | 'name' | 'value' | 'options' | 'onChange' | 'error' | 'disabled'
>;

/** Options a key moves by. */
const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };

/**
 * Select for lists that grow with the organization: sites, zones, devices, people. Uses the native select for short
 * lists and a search field for long ones.
 */
export function LongSelectField(props: LongSelectFieldProps) {
  return props.options.length > plainOptions ? <SearchField {...props} /> : <SelectField {...props} />;
}

function SearchField({ label, name, value, options, onChange, error, disabled }: LongSelectFieldProps) {
  const { t, locale } = useText();
  const id = useId();
  /** Typed text; null while the list is closed. */
  const [query, setQuery] = useState<string | null>(null);
  const [place, setPlace] = useState(0);
  const isOpen = query !== null;
  const found = isOpen ? find(options, query) : [];
  const current = Math.max(0, Math.min(place, found.length - 1));
  const { first, shown } = windowOf(found, current);
  const chosen = options.find((option) => option.value === value);
  const count = (amount: number) => formatNumber(amount, { locale, decimals: 0 });

  useEffect(() => {
    if (isOpen) document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, isOpen, current]);

  function open() {
    setQuery('');
    setPlace(Math.max(0, chosen ? options.indexOf(chosen) : 0));
  }

  function choose(option: (typeof options)[number] | undefined) {
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
    <div className={styles.place}>
      <LabelledField label={label} error={error}>
        {(field) => (
          <>
            <input
              {...field}
              className={`${field.className} ${styles.field}`}
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
              // Typing replaces the selected name.
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
          </>
        )}
      </LabelledField>
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
                data-current={first + index === current || undefined}
                className={styles.option}
                onClick={() => choose(option)}
              >
                {option.text}
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
    </div>
  );
}
