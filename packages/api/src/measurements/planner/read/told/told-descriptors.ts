import type { OrganizationId } from '@atrium/domain/core';
import type { QuestionReader } from '../../../../platform/analytics-store.ts';
import type { DayLedger } from '../../../rollups/index.ts';
import { type Gathered, listsOf } from '../gather-scans.ts';
import { rolledToldStatement, type ToldRow, toldStatement } from './told-statement.ts';

/** By which descriptors devices ever described what they sent. */
export interface ToldDescriptors {
  /** Of the wanted devices and metrics, maybe of others of their sites too. */
  read(reader: QuestionReader, organization: OrganizationId, want: Gathered): Promise<readonly ToldRow[]>;
}

interface KeptSite {
  readonly rows: readonly ToldRow[];
  /** `DayLedger.rollsOf` at the time. */
  readonly rolls: number;
}

const always = { from: -8.64e15, to: 8.64e15 };

/**
 * Remembers of each site what its rollups say, until they say more: what was told once stays told. Only days that are
 * not rolled up, as the present one, are looked at for each question.
 */
export function keepToldDescriptors(ledger: DayLedger): ToldDescriptors {
  const kept = new Map<string, KeptSite>();
  const keyOf = (organization: number, installation: number) => `${organization} ${installation}`;

  const ofRollups = async (
    reader: QuestionReader,
    organization: number,
    installations: readonly number[],
  ): Promise<ToldRow[]> => {
    const rolls = new Map(installations.map((one) => [one, ledger.rollsOf(organization, one)]));
    const lacking = installations.filter((one) => kept.get(keyOf(organization, one))?.rolls !== rolls.get(one));
    if (lacking.length > 0) {
      const rows = await reader.query<ToldRow & { readonly installation: number }>(
        rolledToldStatement(organization, lacking),
      );
      const bySite = Map.groupBy(rows, ({ installation }) => installation);
      for (const one of lacking)
        kept.set(keyOf(organization, one), {
          rolls: rolls.get(one) as number,
          rows: (bySite.get(one) ?? []).map(({ device, metric, keys }) => ({ device, metric, keys })),
        });
    }
    return installations.flatMap((one) => kept.get(keyOf(organization, one))?.rows ?? []);
  };

  return {
    async read(reader, organization, want) {
      const lists = listsOf(want);
      await ledger.open();
      // Before the rollups are asked: what is rolled up meanwhile is read twice rather than not at all.
      const days = ledger.dirtyDays(organization, want.installations, always);
      const [rolled, rest] = await Promise.all([
        ofRollups(reader, organization, lists.installations),
        days.length === 0 ? [] : reader.query<ToldRow>(toldStatement({ organizationId: organization, ...lists }, days)),
      ]);
      return [...rolled, ...rest];
    },
  };
}

/** Looks at every reading there is. */
export const rawToldDescriptors: ToldDescriptors = {
  read: (reader, organizationId, want) => reader.query<ToldRow>(toldStatement({ organizationId, ...listsOf(want) })),
};
