import type { InstallationId } from '@atrium/domain/core';
import type { QueryReader } from '../../platform/analytics-store.ts';
import type { Scope } from '../../platform/tenancy/index.ts';

/** UTC day of a site whose readings changed. */
export interface ChangedDay {
  readonly installation: InstallationId;
  /** Days since 1970, UTC. */
  readonly day: number;
  /** Whether readings may have changed since this version, because no rollup has been made yet. */
  readonly isDirty: boolean;
  readonly version: number;
}

/** Position in the order of changes. One write marks several days with the same version. */
export interface ChangePosition {
  readonly version: number;
  readonly installation: number;
  readonly day: number;
}

const columns = 'installation, day, is_dirty = 1 AS isDirty, toFloat64(version) AS version';
const isOfScope = `organization = {organization:UInt32}
  AND ({isEverySite:UInt8} = 1 OR installation IN ({sites:Array(UInt32)}))`;
const position = '(version, installation, day)';
const afterSince = `${position} > ({version:UInt64}, {installation:UInt32}, {fromDay:UInt32})`;

function toParams({ organizationId, installationIds }: Scope, since: ChangePosition, limit: number) {
  return {
    organization: organizationId,
    isEverySite: installationIds === null ? 1 : 0,
    sites: [...(installationIds ?? [])],
    version: since.version,
    installation: since.installation,
    fromDay: since.day,
    limit,
  };
}

/** Reads which days of a scope's sites changed, from the marks that every write of readings leaves. */
export function changedDaysStore(reader: QueryReader, scope: Scope) {
  const read = async (sql: string, params: Readonly<Record<string, unknown>>) => {
    const rows = await reader.query<Omit<ChangedDay, 'isDirty'> & { readonly isDirty: number }>({ sql, params });
    return rows.map((row): ChangedDay => ({ ...row, isDirty: row.isDirty === 1 }));
  };
  return {
    /** Returns days with a version after `since` and before `horizon`, in order. */
    between: (since: ChangePosition, horizon: number, limit: number) =>
      read(
        `SELECT ${columns} FROM rollup_days FINAL WHERE ${isOfScope} AND ${afterSince} AND version < {horizon:UInt64}
          ORDER BY ${position} LIMIT {limit:UInt32}`,
        { ...toParams(scope, since, limit), horizon },
      ),

    /** Returns days that may still change or changed since `horizon`, newest first. */
    recent: (horizon: number, limit: number) =>
      read(
        `SELECT ${columns} FROM rollup_days FINAL WHERE ${isOfScope} AND (is_dirty = 1 OR version >= {horizon:UInt64})
          ORDER BY version DESC, installation, day DESC LIMIT {limit:UInt32}`,
        { ...toParams(scope, { version: 0, installation: 0, day: 0 }, limit), horizon },
      ),
  };
}
