import {
  buildPhoneExample,
  type Country,
  countries,
  defaultCountry,
  findCountry,
  joinPhone,
  maskPhone,
  maxDigits,
  splitPhone,
  toFlag,
} from '@atrium/domain/core/phones';
import { useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { TextField } from '../form/index.ts';
import styles from './control.module.css';
import { SelectField } from './controls.tsx';
import { Flag } from './flag.tsx';

interface PhoneFieldProps {
  readonly label: string;
  readonly name: string;
  /** E.164, e.g. `+41791234567`, or ''. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: string | null | undefined;
  readonly readOnly?: boolean;
}

/** Code for countries that are not listed: the number is typed with its dial code. */
const unlistedCountry = '';

/** A phone number, formatted for its country while typing. A pasted dial code selects its country. */
export function PhoneField({ label, name, value, onChange, error, readOnly = false }: PhoneFieldProps) {
  const { t, locale } = useText();
  const split = splitPhone(value);
  const [chosen, setChosen] = useState(split?.country.code ?? (value === '' ? defaultCountry : unlistedCountry));
  // Countries can share a dial code. The user's choice stays while it matches.
  const fits =
    split === null ? value === '' || chosen === unlistedCountry : findCountry(chosen)?.dial === split.country.dial;
  const code = fits ? chosen : (split?.country.code ?? unlistedCountry);
  const country = findCountry(code);
  const digits = country === null ? '' : value.slice(country.dial.length + 1);
  // A first zero is no digit of the number yet. It stays in sight, so that a second one makes it `00`, another `+`.
  const [zero, setZero] = useState('');
  const names = new Intl.DisplayNames(locale, { type: 'region' });

  function choose(next: string) {
    setChosen(next);
    const other = findCountry(next);
    onChange(other === null ? value : joinPhone(other, digits.slice(0, maxDigits(other))));
  }

  function type(text: string) {
    // A dial code alone has no digits yet, so the country comes from the text.
    const found = findDialledCountry(text);
    if (found !== null && found.dial !== country?.dial) setChosen(found.code);
    onChange(toStoredPhone(text, country));
    setZero(text === '0' ? text : '');
  }

  return (
    <div className={styles.phone}>
      <SelectField
        label={t('app.phone.country')}
        value={code}
        shown={
          country === null ? (
            t('app.phone.elsewhere')
          ) : (
            <>
              <Flag code={country.code} />
              <bdi dir="ltr">+{country.dial}</bdi>
            </>
          )
        }
        disabled={readOnly}
        onChange={choose}
        options={[
          ...countries
            .map((one) => ({
              value: one.code,
              text: `${toFlag(one)} ${one.code} +${one.dial}`,
              name: names.of(one.code),
            }))
            .map(({ name: region, ...one }) => ({ ...one, text: `${one.text} ${region}` })),
          { value: unlistedCountry, text: t('app.phone.elsewhere') },
        ]}
      />
      <TextField
        label={label}
        name={name}
        type="tel"
        autoComplete="tel"
        dir="ltr"
        readOnly={readOnly}
        value={country === null ? value : maskPhone(country, digits) || zero}
        placeholder={country === null ? '+' : buildPhoneExample(country)}
        error={error}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={() => setZero('')}
      />
    </div>
  );
}

/** Countries that keep the leading zero in international numbers. */
const keepsLeadingZero = new Set(['IT']);

const internationalOf = (text: string): string => text.trim().replace(/^00/, '+');

/** Returns the country of a typed dial code; null if there is none or it is not listed. */
function findDialledCountry(text: string): Country | null {
  const international = internationalOf(text);
  if (!international.startsWith('+')) return null;
  return splitPhone(`+${international.replace(/\D/g, '')}`)?.country ?? null;
}

/** Returns the typed number as stored. */
export function toStoredPhone(text: string, country: Country | null): string {
  const international = internationalOf(text);
  const digits = international.replace(/\D/g, '');
  if (international.startsWith('+')) {
    const found = splitPhone(`+${digits}`);
    return found === null ? `+${digits}` : joinPhone(found.country, found.digits.slice(0, maxDigits(found.country)));
  }
  if (country === null) return digits === '' ? '' : `+${digits}`;
  const own = keepsLeadingZero.has(country.code) ? digits : digits.replace(/^0+/, '');
  return joinPhone(country, own.slice(0, maxDigits(country)));
}
