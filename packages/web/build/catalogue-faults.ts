import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage';

/**
 * Compares a translated catalogue with its source and returns missing and extra messages. Empty strings count as
 * missing.
 */
export function findCatalogueFaults(
  module: string,
  source: Record<string, string>,
  translated: Record<string, string>,
): string[] {
  const prefix = `${module.replace(/\.json$/, '')}.`;
  const faults: string[] = [];
  for (const [key, text] of Object.entries(source)) {
    const other = translated[key];
    if (!key.startsWith(prefix)) faults.push(`${key}: ids of this file begin with ${prefix}`);
    if (other === undefined || other.trim() === '') faults.push(`${key}: missing`);
    else faults.push(...faultsOfMessage(key, text, other));
  }
  for (const key of Object.keys(translated)) if (!(key in source)) faults.push(`${key}: not in the English catalogue`);
  return faults;
}

function faultsOfMessage(key: string, source: string, translated: string): string[] {
  try {
    const wanted = argumentsOf(compileMessageOrThrow(source));
    const given = argumentsOf(compileMessageOrThrow(translated));
    const missing = [...wanted].filter((name) => !given.has(name));
    const extra = [...given].filter((name) => !wanted.has(name));
    return [
      ...missing.map((name) => `${key}: does not use {${name}}`),
      ...extra.map((name) => `${key}: uses the unknown {${name}}`),
    ];
  } catch (error) {
    return [`${key}: not valid ICU: ${error instanceof Error ? error.message : String(error)}`];
  }
}

/** Returns the names of arguments, including those in plural and select branches. */
function argumentsOf(message: CompiledMessage, found = new Set<string>()): Set<string> {
  for (const token of message) {
    if (typeof token === 'string') continue;
    const [name, type, format] = token;
    // Inside a plural, '#' is compiled to a reference to the plural's own argument.
    if (name !== '#') found.add(name);
    if (
      (type === 'plural' || type === 'select' || type === 'selectordinal') &&
      format !== null &&
      typeof format === 'object'
    ) {
      for (const branch of Object.values(format as Record<string, unknown>)) {
        if (Array.isArray(branch)) argumentsOf(branch as CompiledMessage, found);
      }
    }
  }
  return found;
}
