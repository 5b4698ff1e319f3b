import type { Clock } from '@atrium/domain/core';
import * as v from 'valibot';
import type { FileStore } from '../files/index.ts';
import type { Work } from '../module.ts';
import type { Platform } from '../platform.ts';

const form = v.object({
  organization: v.number(),
  name: v.string(),
  /** null for the whole organization. */
  site: v.nullable(v.object({ id: v.number(), key: v.string(), name: v.string() })),
  /** ISO times. */
  begun: v.string(),
  finished: v.nullable(v.string()),
});

/** Erasure of an organization or of one of its sites. */
export type Erasure = v.InferOutput<typeof form>;
export type Erased = Pick<Erasure, 'organization' | 'name' | 'site'>;

/**
 * Stored with the files, which all processes of an installation share. An erased organization has no row left to record
 * it in.
 */
const key = 'erasures/record.json';

/** Records finished and running erasures, so that an interrupted erasure is never mistaken for data loss. */
export function openErasureRecord(files: Pick<FileStore, 'get' | 'put'>) {
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

    /**
     * Records the start of an erasure, before anything is removed. Returns the start time of an earlier unfinished
     * attempt, or null.
     */
    async begin(erased: Erased, now: number): Promise<string | null> {
      const erasures = await all();
      const begun = erasures.find((each) => each.finished === null && isSame(each, erased));
      if (begun !== undefined) return begun.begun;
      await write([...erasures, { ...erased, begun: new Date(now).toISOString(), finished: null }]);
      return null;
    },

    /** Records that everything is removed. */
    async finish(erased: Erased, now: number): Promise<void> {
      const finished = new Date(now).toISOString();
      const erasures = await all();
      await write(
        erasures.map((each) => (each.finished === null && isSame(each, erased) ? { ...each, finished } : each)),
      );
    },
  };
}

/** Returns the command that erases it, ready to type. */
const commandOf = ({ name, site }: Erased) =>
  site === null
    ? `atrium organization erase "${name}" --for-good`
    : `atrium site erase "${name}" "${site.key}" --for-good`;

const nameOf = ({ name, site }: Erased) => (site === null ? name : `${site.name} of ${name}`);

export const describeUnfinished = (erasure: Erasure) =>
  `the erasure of ${nameOf(erasure)}, begun at ${erasure.begun}, is not finished: stop the process and run ${commandOf(erasure)}`;

export const describeFinished = (erasure: Erasure) => `${nameOf(erasure)} was erased at ${erasure.finished}`;

/** Reports interrupted erasures in the log and at `/readyz`. */
async function reportUnfinishedErasures({ files, logger, problems }: Platform): Promise<void> {
  const unfinished = (await openErasureRecord(files).unfinished()).map(describeUnfinished);
  problems.report('erasures', unfinished.length === 0 ? null : unfinished.join('; '));
  for (const problem of unfinished) logger.error(problem);
}

interface Tools {
  readonly files: FileStore;
  readonly clock: Clock;
  out(line: string): void;
}

/** Erases something and records when that started and finished. Resumes the record of an interrupted erasure. */
export async function recordErasure(erased: Erased, { files, clock, out }: Tools, erase: () => Promise<void>) {
  const record = openErasureRecord(files);
  const begun = await record.begin(erased, clock.now());
  if (begun !== null) out(`the erasure begun at ${begun} is resumed`);
  await erase();
  await record.finish(erased, clock.now());
  out(
    `${erased.site?.name ?? erased.name} is erased; backups that were made before still have it, until they are removed`,
  );
}

/**
 * Completes the record of an erasure that was interrupted after it had removed everything. Returns false if there is
 * none.
 */
export async function finishErasure(
  isMeant: (erased: Erased) => boolean,
  { files, clock, out }: Tools,
): Promise<boolean> {
  const record = openErasureRecord(files);
  const found = (await record.unfinished()).find(isMeant);
  if (found === undefined) return false;
  await record.finish(found, clock.now());
  out(`the erasure begun at ${found.begun} is finished: nothing was left of ${found.site?.name ?? found.name}`);
  return true;
}

/** Reports erasures that were interrupted, at a start of the leader. */
export const createUnfinishedErasuresModule = () => ({
  work: (platform: Platform): readonly Work[] => [
    {
      by: 'leader',
      async open() {
        await reportUnfinishedErasures(platform);
        return {};
      },
    },
  ],
});
