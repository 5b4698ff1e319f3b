const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
/** Regions with a name that are no countries: unions, parts of countries, and codes for tests. */
const others = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ', 'AC', 'CP', 'DG', 'EA', 'IC', 'TA', 'CQ']);

/** Whether a text is the code of a country, as two capital letters (ISO 3166). Former codes count too. */
export const isCountry = (code: string): boolean =>
  /^[A-Z]{2}$/.test(code) && !others.has(code) && names.of(code) !== undefined;

/** Returns the codes of today's countries, by code. */
export function listCountries(): readonly string[] {
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index));
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => isCountry(code) && new Intl.Locale(`und-${code}`).region === code);
}
