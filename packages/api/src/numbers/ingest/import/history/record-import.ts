import type { Clock, InstallationId } from '@atrium/domain/core';
import { recordAudit } from '../../../../people/audit/index.ts';
import { toDisplayName } from '../../../../platform/files/index.ts';
import type { Database } from '../../../../platform/relational/relational-store.ts';
import type { Scope } from '../../../../platform/tenancy/index.ts';
import type { Ingestion } from '../../ingest-readings.ts';
import type { SendReadings } from '../reading-sender.ts';
import { readingsImportsStore } from './readings-imports.store.ts';

export interface RecordDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly ingestion: Pick<Ingestion, 'importReadings'>;
}

/** Import under way. */
export interface RecordedImport {
  readonly send: SendReadings;
  /** Call once, also after a failure: batches already stored remain. Returns the import's id; null if it changed nothing. */
  end(): Promise<number | null>;
}

/** Starts an import that can be undone. It is recorded with its first batch, so that an interrupted one can be, too. */
export function recordImport({ db, clock, ingestion }: RecordDependencies, scope: Scope, file: string): RecordedImport {
  const store = readingsImportsStore(db);
  const fileName = toDisplayName(file);
  const sites = new Set<InstallationId>();
  let importId: number | null = null;
  let added = 0;
  let replaced = 0;
  return {
    async send(raw) {
      const now = clock.now();
      importId ??= await store.insert(scope, fileName, now);
      const stored = await ingestion.importReadings(scope, importId, raw, now);
      if (!stored.ok) return stored;
      const { installations, ...summary } = stored.value;
      added += summary.accepted;
      replaced += summary.corrected;
      if (installations.some((one) => !sites.has(one))) {
        for (const one of installations) sites.add(one);
        await store.setSites(importId, [...sites]);
      }
      return { ok: true, value: summary };
    },
    async end() {
      if (importId === null) return null;
      if (added + replaced === 0) {
        await store.remove(importId);
        return null;
      }
      const ended = importId;
      const at = clock.now();
      const details = { file: fileName, readings: added + replaced };
      const [only, ...others] = sites;
      const site = only === undefined || others.length > 0 ? {} : { installationId: only };
      await db.transaction(async (transaction) => {
        await readingsImportsStore(transaction).end(ended, { added, replaced }, at);
        const entry = { at, action: 'readings.imported', details, subjectId: ended, ...site } as const;
        await recordAudit(scope, transaction, entry);
      });
      return ended;
    },
  };
}
