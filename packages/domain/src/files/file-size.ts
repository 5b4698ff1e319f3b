/** Formats a file size in the language's units, `74 kB` or `1.1 MB`, with Latin digits. */
export function formatSize(bytes: number, locale: string): string {
  const [unit, value] = unitOf(Math.max(0, bytes));
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    numberingSystem: 'latn',
    maximumFractionDigits: value < 10 && unit !== 'byte' ? 1 : 0,
  }).format(value);
}

function unitOf(bytes: number): readonly ['byte' | 'kilobyte' | 'megabyte' | 'gigabyte', number] {
  if (bytes < 1000) return ['byte', bytes];
  // Sizes that would round to 1000 of a unit use the next one.
  if (bytes < 999_500) return ['kilobyte', bytes / 1000];
  return bytes < 999_500_000 ? ['megabyte', bytes / 1e6] : ['gigabyte', bytes / 1e9];
}
