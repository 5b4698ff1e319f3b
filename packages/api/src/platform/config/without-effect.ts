import type { Config } from './read-config.ts';

/** Settings this version reads but serves nothing with: whoever set one is told, rather than left to wonder. */
export function settingsWithoutEffect(config: Config): readonly string[] {
  const given: Record<string, unknown> = {
    ATRIUM_ROLE: config.role === 'all' ? null : config.role,
  };
  return Object.keys(given).filter((name) => given[name] !== null);
}
