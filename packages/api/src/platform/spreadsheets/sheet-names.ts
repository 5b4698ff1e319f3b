/** Gives out names of sheets as Excel takes them, each once. */
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

/** Without what Excel refuses; History is a name it keeps for itself. */
function acceptable(wanted: string): string {
  const name = wanted
    .replace(/[[\]:*?/\\\p{Cc}\p{Surrogate}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[' ]+|[' ]+$/g, '');
  return name === '' || name.toLowerCase() === 'history' ? `${name} –`.trim() : name;
}

/** No half characters, and no apostrophe or blank at the end. */
const cut = (name: string, length: number) =>
  name
    .slice(0, length)
    .replace(/\p{Surrogate}$/u, '')
    .replace(/[' ]+$/, '');
