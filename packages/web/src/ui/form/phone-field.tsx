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
import styles from './control.module.css';
import { SelectField } from './controls.tsx';
import { TextField } from './field.tsx';

/** A fill colour and its path, in an 18 × 12 box. */
type Shape = readonly [fill: string, path: string];

const rows = (...fills: string[]): Shape[] =>
  fills.map((fill, row) => [fill, `M0 ${(row * 12) / fills.length}h18v${12 / fills.length}H0z`]);
const columns = (...fills: string[]): Shape[] =>
  fills.map((fill, column) => [
    fill,
    `M${(column * 18) / fills.length} 0h${18 / fills.length}v12h-${18 / fills.length}z`,
  ]);
const field = (fill: string): Shape => [fill, 'M0 0h18v12H0z'];
/** Nordic cross, with an inner cross for two colours. */
const cross = (ground: string, outer: string, inner?: string): Shape[] => [
  field(ground),
  [outer, inner === undefined ? 'M5 0h2.4v12H5zM0 4.8h18v2.4H0z' : 'M4.4 0h3.6v12H4.4zM0 4.2h18v3.6H0z'],
  ...(inner === undefined ? [] : [[inner, 'M5.4 0H7v12H5.4zM0 5.2h18v1.6H0z'] as const]),
];
const star = (x: number, y: number, size: number) =>
  `M${x} ${y - size}l${0.6 * size} ${1.8 * size}-${1.55 * size}-${1.1 * size}h${1.9 * size}l-${1.55 * size} ${1.1 * size}z`;
const crescent = (x: number) => `M${x} 3a3 3 0 1 0 1.6 5.5 2.4 2.4 0 1 1 0-5A3 3 0 0 0 ${x} 3z`;

/** Flags by country code, simplified for this size. */
export const flagShapes: Readonly<Record<string, readonly Shape[]>> = {
  AE: [...rows('#00843d', '#fff', '#000'), ['#c8102e', 'M0 0h4.5v12H0z']],
  AT: rows('#c8102e', '#fff', '#c8102e'),
  BE: columns('#000', '#fdda25', '#ef3340'),
  BG: rows('#fff', '#00966e', '#d62612'),
  CA: [
    ...columns('#d80621', '#fff', '#d80621'),
    ['#d80621', 'M9 2l1 1.6 1.4-.5-.3 2.3L13 6l-2.4 2 .2.9-1.5-.2V10h-.6V8.7l-1.5.2.2-.9L5 6l1.9-.6-.3-2.3 1.4.5z'],
  ],
  CH: [field('#da291c'), ['#fff', 'M7.8 2.4h2.4v2.4h2.4v2.4h-2.4v2.4H7.8V7.2H5.4V4.8h2.4z']],
  CZ: [...rows('#fff', '#d7141a'), ['#11457e', 'M0 0l9 6-9 6z']],
  DE: rows('#000', '#dd0000', '#ffce00'),
  DK: cross('#c8102e', '#fff'),
  ES: [field('#aa151b'), ['#f1bf00', 'M0 3h18v6H0z']],
  FI: cross('#fff', '#002f6c'),
  FR: columns('#002654', '#fff', '#ce1126'),
  GB: [
    field('#012169'),
    ['#fff', 'M0 0h2l16 10.6V12h-2L0 1.4zM18 0v1.4L2 12H0v-1.4L16 0zM7 0h4v12H7zM0 4h18v4H0z'],
    ['#c8102e', 'M7.8 0h2.4v12H7.8zM0 4.8h18v2.4H0z'],
  ],
  GR: [
    field('#0d5eaf'),
    ['#fff', 'M0 1.33h18v1.34H0zM0 4h18v1.33H0zM0 6.67h18V8H0zM0 9.33h18v1.34H0z'],
    ['#0d5eaf', 'M0 0h6.7v6.67H0z'],
    ['#fff', 'M2.7 0H4v6.67H2.7zM0 2.67h6.7V4H0z'],
  ],
  HU: rows('#ce2939', '#fff', '#477050'),
  IE: columns('#169b62', '#fff', '#ff883e'),
  IT: columns('#008c45', '#fff', '#cd212a'),
  LI: [...rows('#002b7f', '#ce1126'), ['#ffd83d', 'M3 4.4V2.6l1 .8.8-1.2.8 1.2 1-.8v1.8z']],
  LU: rows('#ef3340', '#fff', '#00a3e0'),
  MA: [field('#c1272d'), ['#006233', star(9, 6, 3)]],
  MC: rows('#ce1126', '#fff'),
  NL: rows('#ae1c28', '#fff', '#21468b'),
  NO: cross('#ba0c2f', '#fff', '#00205b'),
  PL: rows('#fff', '#dc143c'),
  PT: [
    field('#da291c'),
    ['#046a38', 'M0 0h7.2v12H0z'],
    ['#ffe900', 'M7.2 3.6a2.4 2.4 0 1 1 0 4.8 2.4 2.4 0 0 1 0-4.8z'],
    ['#da291c', 'M6.2 4.8h2v1.6a1 1 0 0 1-2 0z'],
  ],
  RO: columns('#002b7f', '#fcd116', '#ce1126'),
  SA: [field('#165d31'), ['#fff', 'M4 3.4h10v1H4zM5 5.2h8v.8H5zM4 8.2h9.4V8h.6v.9H4z']],
  SE: cross('#006aa7', '#fecc02'),
  SK: [
    ...rows('#fff', '#0b4ea2', '#ee1c25'),
    ['#fff', 'M2.4 2.6h5.4v3.6c0 2-1.4 3.2-2.7 3.8C3.8 9.4 2.4 8.2 2.4 6.2z'],
    ['#ee1c25', 'M3 3.2h4.2v3c0 1.5-1 2.5-2.1 3-1.1-.5-2.1-1.5-2.1-3z'],
    ['#fff', 'M4.8 4h.6v1h.8v.6h-.8v.6h1v.6h-1v1.4h-.6V6.8h-1v-.6h1v-.6H4V5h.8z'],
  ],
  TN: [
    field('#e70013'),
    ['#fff', 'M9 2.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7z'],
    ['#e70013', 'M9.6 3.8a2.3 2.3 0 1 0 .8 4 1.8 1.8 0 1 1 0-3.6z'],
  ],
  TR: [field('#e30a17'), ['#fff', crescent(7)], ['#fff', star(11, 6, 1.4)]],
  US: [
    field('#fff'),
    [
      '#b22234',
      'M0 0h18v.92H0zM0 1.85h18v.92H0zM0 3.69h18v.92H0zM0 5.54h18v.92H0zM0 7.38h18v.92H0zM0 9.23h18v.92H0zM0 11.08h18V12H0z',
    ],
    ['#3c3b6e', 'M0 0h7.2v6.46H0z'],
  ],
};

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
  // A single leading zero is not part of the number yet. The field still shows it, because a second zero makes it `00`,
  // which means `+`.
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

/** A country's flag as SVG, because not every system has flag emoji. Decorative for screen readers. */
function Flag({ code }: { code: string }) {
  return (
    <svg className={styles.flag} viewBox="0 0 18 12" width="18" height="12" aria-hidden="true">
      {(flagShapes[code] ?? []).map(([fill, path]) => (
        <path key={`${fill} ${path}`} fill={fill} d={path} />
      ))}
    </svg>
  );
}
