/** Creates a function that returns unique sheet names valid in Excel. */
export function createSheetNames(): (wanted: string) => string {
  const taken = new Set<string>();
  return (wanted) => {
    const base = acceptable(wanted);
    for (let number = 1; ; number += 1) {
      const ending = number === 1 ? '' : ` (${number})`;
      const name = cut(base, longest - ending.length) + ending;
      if (taken.has(name.toLowerCase())) continue;
      taken.add(name.toLowerCase());
      return name;
    }
  };
}

const longest = 31;

/** Removes what Excel refuses; "History" is a reserved name. */
function acceptable(wanted: string): string {
  const name = wanted
    .replace(/[[\]:*?/\\\p{Cc}\p{Surrogate}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[' ]+|[' ]+$/g, '');
  return name === '' || name.toLowerCase() === 'history' ? `${name} –`.trim() : name;
}

/** Avoids half surrogate pairs, and an apostrophe or blank at the end. */
const cut = (name: string, length: number) =>
  name
    .slice(0, length)
    .replace(/\p{Surrogate}$/u, '')
    .replace(/[' ]+$/, '');
