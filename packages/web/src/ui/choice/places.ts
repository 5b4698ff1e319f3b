import { getOffset, type Instant, isCountry, isTimezone, listCountries } from '@atrium/domain/core';

interface City {
  readonly name: string;
  readonly country: string;
  readonly currency: string;
  /** IANA name. */
  readonly timezone: string;
}

/** Cities by country. A typed city sets time zone, country and currency, all of which stay editable. */
const byCountry: readonly (readonly [country: string, currency: string, timezone: string, names: string])[] = [
  [
    'CH',
    'CHF',
    'Europe/Zurich',
    'Zürich,Genève,Basel,Lausanne,Bern,Winterthur,Luzern,St. Gallen,Lugano,Fribourg,Sion,Neuchâtel',
  ],
  ['DE', 'EUR', 'Europe/Berlin', 'Berlin,Hamburg,München,Köln,Frankfurt,Stuttgart,Düsseldorf,Leipzig,Dresden,Hannover'],
  ['AT', 'EUR', 'Europe/Vienna', 'Wien,Graz,Linz,Salzburg,Innsbruck'],
  ['FR', 'EUR', 'Europe/Paris', 'Paris,Marseille,Lyon,Toulouse,Nice,Nantes,Strasbourg,Bordeaux,Lille,Rennes,Annecy'],
  ['IT', 'EUR', 'Europe/Rome', 'Roma,Milano,Napoli,Torino,Palermo,Genova,Bologna,Firenze,Venezia'],
  ['ES', 'EUR', 'Europe/Madrid', 'Madrid,Barcelona,Valencia,Sevilla,Zaragoza,Málaga,Bilbao'],
  ['ES', 'EUR', 'Atlantic/Canary', 'Las Palmas,Santa Cruz de Tenerife'],
  ['PT', 'EUR', 'Europe/Lisbon', 'Lisboa,Porto'],
  ['BE', 'EUR', 'Europe/Brussels', 'Bruxelles,Antwerpen,Gent,Liège'],
  ['NL', 'EUR', 'Europe/Amsterdam', 'Amsterdam,Rotterdam,Utrecht,Den Haag'],
  ['LU', 'EUR', 'Europe/Luxembourg', 'Luxembourg'],
  ['LI', 'CHF', 'Europe/Vaduz', 'Vaduz'],
  ['MC', 'EUR', 'Europe/Monaco', 'Monaco'],
  ['GB', 'GBP', 'Europe/London', 'London,Manchester,Birmingham,Edinburgh,Glasgow,Leeds,Bristol'],
  ['IE', 'EUR', 'Europe/Dublin', 'Dublin,Cork'],
  ['DK', 'DKK', 'Europe/Copenhagen', 'København,Aarhus'],
  ['SE', 'SEK', 'Europe/Stockholm', 'Stockholm,Göteborg,Malmö'],
  ['NO', 'NOK', 'Europe/Oslo', 'Oslo,Bergen'],
  ['FI', 'EUR', 'Europe/Helsinki', 'Helsinki,Tampere'],
  ['PL', 'PLN', 'Europe/Warsaw', 'Warszawa,Kraków,Wrocław'],
  ['CZ', 'CZK', 'Europe/Prague', 'Praha,Brno'],
  ['HU', 'HUF', 'Europe/Budapest', 'Budapest'],
  ['GR', 'EUR', 'Europe/Athens', 'Athína,Thessaloniki'],
  ['TR', 'TRY', 'Europe/Istanbul', 'İstanbul,Ankara'],
  ['AE', 'AED', 'Asia/Dubai', 'Dubai,Abu Dhabi,دبي,أبوظبي'],
  ['SA', 'SAR', 'Asia/Riyadh', 'Riyadh,Jeddah,الرياض,جدة'],
  ['QA', 'QAR', 'Asia/Qatar', 'Doha,الدوحة'],
  ['KW', 'KWD', 'Asia/Kuwait', 'Kuwait City,مدينة الكويت'],
  ['LB', 'LBP', 'Asia/Beirut', 'Beirut,بيروت'],
  ['JO', 'JOD', 'Asia/Amman', 'Amman,عمّان'],
  ['EG', 'EGP', 'Africa/Cairo', 'Cairo,القاهرة'],
  ['MA', 'MAD', 'Africa/Casablanca', 'Casablanca,Rabat,الدار البيضاء'],
  ['TN', 'TND', 'Africa/Tunis', 'Tunis,تونس'],
  ['ZA', 'ZAR', 'Africa/Johannesburg', 'Johannesburg,Cape Town'],
  ['US', 'USD', 'America/New_York', 'New York,Boston,Miami,Atlanta,Washington'],
  ['US', 'USD', 'America/Chicago', 'Chicago,Houston,Dallas'],
  ['US', 'USD', 'America/Denver', 'Denver'],
  ['US', 'USD', 'America/Los_Angeles', 'Los Angeles,San Francisco,Seattle,Las Vegas'],
  ['CA', 'CAD', 'America/Toronto', 'Toronto,Montréal,Ottawa'],
  ['CA', 'CAD', 'America/Vancouver', 'Vancouver'],
  ['MX', 'MXN', 'America/Mexico_City', 'Ciudad de México'],
  ['AR', 'ARS', 'America/Argentina/Buenos_Aires', 'Buenos Aires'],
  ['BR', 'BRL', 'America/Sao_Paulo', 'São Paulo,Rio de Janeiro'],
  ['CL', 'CLP', 'America/Santiago', 'Santiago'],
  ['CO', 'COP', 'America/Bogota', 'Bogotá'],
  ['PE', 'PEN', 'America/Lima', 'Lima'],
  ['JP', 'JPY', 'Asia/Tokyo', 'Tokyo,Osaka'],
  ['CN', 'CNY', 'Asia/Shanghai', 'Shanghai,Beijing'],
  ['HK', 'HKD', 'Asia/Hong_Kong', 'Hong Kong'],
  ['SG', 'SGD', 'Asia/Singapore', 'Singapore'],
  ['IN', 'INR', 'Asia/Kolkata', 'Mumbai,Delhi,Bangalore'],
  ['AU', 'AUD', 'Australia/Sydney', 'Sydney,Melbourne,Canberra'],
  ['NZ', 'NZD', 'Pacific/Auckland', 'Auckland,Wellington'],
];

export const cities: readonly City[] = byCountry.flatMap(([country, currency, timezone, names]) =>
  names.split(',').map((name) => ({ name, country, currency, timezone })),
);

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').trim().toLowerCase();

/** Finds a known city by name, ignoring accents; null if unknown. */
export const findCity = (name: string): City | null => cities.find((city) => plain(city.name) === plain(name)) ?? null;

/** Names that browsers still use for a zone, with today's. */
const renamed: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

interface PlaceOption {
  readonly value: string;
  readonly text: string;
  readonly aside: string;
  /** Searched, not shown. */
  readonly also?: string;
}

/**
 * Returns the time zones by their current names, with the offset at `now` beside each. They are also found by the names
 * of cities. `current` is listed even if it is none of these.
 */
export function listTimezones(current: string, now: Instant): readonly PlaceOption[] {
  const zones = Intl.supportedValuesOf('timeZone').map((zone) => renamed[zone] ?? zone);
  return [...new Set([...(current === '' ? [] : [current]), 'UTC', ...zones.filter(isTimezone)])].map((value) => ({
    value,
    text: value.replaceAll('_', ' '),
    aside: formatOffset(getOffset(value, now)),
    also: cities.flatMap(({ timezone, name }) => (timezone === value ? [name] : [])).join(' '),
  }));
}

/** Formats `UTC+01:00`. */
function formatOffset(ms: number): string {
  const minutes = Math.abs(ms) / 60_000;
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'));
  return `UTC${ms < 0 ? '−' : '+'}${hour}:${minute}`;
}

/** Returns the countries by their names in a language, with their codes. `current` is listed even if it is none. */
export function listCountryOptions(current: string | null, locale: string): readonly PlaceOption[] {
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' });
  return [...new Set([...(current === null ? [] : [current]), ...listCountries()])]
    .map((value) => ({ value, text: isCountry(value) ? (names.of(value) ?? value) : value, aside: value }))
    .sort((one, other) => one.text.localeCompare(other.text, locale));
}
