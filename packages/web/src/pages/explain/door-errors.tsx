import { useQuery } from '@apollo/client/react';
import { formatPercent, formatSigned } from '@atrium/domain/core/format';
import { type SumError, sumErrors } from '@atrium/domain/setup/manual-counts';
import { useText } from '../../i18n/index.ts';
import styles from './explain.module.css';
import { DoorErrorsDocument, type DoorErrorsQuery, type SourceReadingsQuery } from './operations.generated.ts';
import type { Part } from './use-explained.ts';

type Sources = SourceReadingsQuery['readingsBehind']['sources'];

interface DoorErrorsProps {
  /** Doors that add up to the number. */
  readonly doors: readonly Part[];
  readonly sources: Sources;
}

/** States how far the doors’ errors change the number, by manual counts. Renders nothing without any. */
export function DoorErrors({ doors, sources }: DoorErrorsProps) {
  const { t, locale } = useText();
  const ids = findDoorIds(sources);
  const { data } = useQuery(DoorErrorsDocument, {
    variables: { passageIds: [...ids.values()].flatMap((id) => id ?? []) },
    fetchPolicy: 'cache-first',
  });
  const sum = data ? sumDoors(doors, ids, data.doorErrors) : null;
  if (sum === null) return null;
  const signed = (share: number) => formatSigned(share * 100, { locale, decimals: 1 });
  const largest = formatPercent(Math.max(Math.abs(sum.from), Math.abs(sum.to)) * 100, { locale, decimals: 1 });
  return (
    <>
      <p className={styles.note}>
        {t('explain.doorErrors', {
          // Isolated, so that signs stay before their numbers within right-to-left text.
          largest: `\u2066±${largest}\u2069`,
          error: `\u2066${signed(sum.error)}\u2069`,
          from: `\u2066${signed(sum.from)}\u2069`,
          to: `\u2066${signed(sum.to)}\u2069`,
          count: sum.known,
          all: sum.known + sum.unknown.length,
        })}
      </p>
      {sum.unknown.length > 0 && (
        <p className={styles.note}>
          {t('explain.doorErrors.unknown', {
            doors: new Intl.ListFormat(locale, { type: 'conjunction' }).format(sum.unknown),
          })}
        </p>
      )}
    </>
  );
}

/** Returns the ids of doors by name; null for a name that several share. */
function findDoorIds(sources: Sources): ReadonlyMap<string, number | null> {
  const ids = new Map<string, number | null>();
  for (const { passage, passageId } of sources) {
    if (passage === null || passageId === null) continue;
    const known = ids.get(passage);
    ids.set(passage, known === undefined || known === passageId ? passageId : null);
  }
  return ids;
}

function sumDoors(
  doors: readonly Part[],
  ids: ReadonlyMap<string, number | null>,
  errors: DoorErrorsQuery['doorErrors'],
): SumError | null {
  return sumErrors(
    doors.map(({ name, value }) => {
      const found = errors.find(({ passageId }) => passageId === ids.get(name));
      const isKnown = found?.error != null && found.from !== null && found.to !== null;
      const error = isKnown
        ? { error: found.error as number, from: found.from as number, to: found.to as number }
        : null;
      return { name, count: value ?? 0, error: value === null ? null : error };
    }),
  );
}
