import type { WidgetAnswer } from '@atrium/domain/dashboards/widgets';
import type { RawQuery } from '@atrium/domain/measurements';
import { useMemo } from 'react';
import { type FailedNumbers, useNumbers } from './use-numbers.ts';

/** Answers by question name; null if refused or not asked. */
export type Named<Name extends string> = { readonly [name in Name]?: WidgetAnswer | null };

export type NamedNumbers<Name extends string> =
  | { readonly state: 'loading' }
  | FailedNumbers
  | { readonly state: 'ready'; readonly answers: Named<Name> };

/** Like `useNumbers`, with named questions. The page cannot be shown without `main`. */
export function useNamedNumbers<Name extends string>(
  queries: { readonly [name in Name]?: RawQuery },
  every: number | null,
  main: Name | null = null,
): NamedNumbers<Name> {
  const names = Object.keys(queries) as Name[];
  const numbers = useNumbers(
    names.map((name) => queries[name] as RawQuery),
    every,
    main !== null && names.includes(main) ? names.indexOf(main) : null,
  );
  const key = names.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key contains all names
  return useMemo(
    () =>
      numbers.state === 'ready'
        ? {
            state: 'ready',
            answers: Object.fromEntries(names.map((name, place) => [name, numbers.answers[place]])) as Named<Name>,
          }
        : numbers,
    [numbers, key],
  );
}
