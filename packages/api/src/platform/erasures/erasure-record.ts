import * as v from 'valibot';
import type { FileStore } from '../files/index.ts';

const form = v.object({
  organization: v.number(),
  name: v.string(),
  /** null: the whole organization. */
  site: v.nullable(v.object({ id: v.number(), key: v.string(), name: v.string() })),
  /** ISO times. */
  begun: v.string(),
  finished: v.nullable(v.string()),
});

/** An erasure of an organization, or of one of its sites. */
export type Erasure = v.InferOutput<typeof form>;
export type Erased = Pick<Erasure, 'organization' | 'name' | 'site'>;

/** Beside the files, which all processes of an installation share. An erased organization has no table to be noted in. */
const key = 'erasures/record.json';

/** What was erased and what is being erased, so that an interrupted erasure is never taken for a loss. */
export function erasureRecord(files: Pick<FileStore, 'get' | 'put'>) {
  const all = async (): Promise<readonly Erasure[]> => {
    const bytes = await files.get(key);
    return bytes === null ? [] : v.parse(v.array(form), JSON.parse(bytes.toString()));
  };
  const write = (erasures: readonly Erasure[]) => files.put(key, Buffer.from(`${JSON.stringify(erasures, null, 1)}\n`));
  const isSame = (one: Erased, other: Erased) =>
    one.organization === other.organization && one.site?.id === other.site?.id;

  return {
    all,
    unfinished: async () => (await all()).filter(({ finished }) => finished === null),

    /** Notes that an erasure begins, before anything is removed. Returns when it was begun before, if it was. */
    async begin(erased: Erased, now: number): Promise<string | null> {
      const erasures = await all();
      const begun = erasures.find((each) => each.finished === null && isSame(each, erased));
      if (begun !== undefined) return begun.begun;
      await write([...erasures, { ...erased, begun: new Date(now).toISOString(), finished: null }]);
      return null;
    },

    /** Notes that everything is removed. */
    async finish(erased: Erased, now: number): Promise<void> {
      const finished = new Date(now).toISOString();
      const erasures = await all();
      await write(
        erasures.map((each) => (each.finished === null && isSame(each, erased) ? { ...each, finished } : each)),
      );
    },
  };
}

/** The command that erases it, as it is typed. */
const commandOf = ({ name, site }: Erased) =>
  site === null
    ? `atrium organization erase "${name}" --for-good`
    : `atrium site erase "${name}" "${site.key}" --for-good`;

const nameOf = ({ name, site }: Erased) => (site === null ? name : `${site.name} of ${name}`);

export const describeUnfinished = (erasure: Erasure) =>
  `the erasure of ${nameOf(erasure)}, begun at ${erasure.begun}, is not finished: stop the process and run ${commandOf(erasure)}`;

export const describeFinished = (erasure: Erasure) => `${nameOf(erasure)} was erased at ${erasure.finished}`;
