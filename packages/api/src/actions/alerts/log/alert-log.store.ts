import { type AlertLogMetric, type Severity, severities } from '@atrium/domain/actions/alerts';
import { type InstallationId, type Instant, id, type ZoneId } from '@atrium/domain/core';
import { and, count, desc, eq, getTableColumns, gte, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/relational/relational-store.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import type { firingEndings } from '../alert-event.ts';
import { alertLog, alerts } from '../alerts.schema.ts';

export interface AlertLogEntry {
  readonly id: number;
  readonly installationId: InstallationId;
  readonly alertId: number;
  /** Current name of the alert. Null: entered by hand, or the alert is deleted. */
  readonly alertName: string | null;
  readonly conditionType: string;
  /** Severity of the alert when it fired. It follows the alert while the firing is open. */
  readonly severity: Severity;
  readonly metrics: readonly AlertLogMetric[];
  readonly dateBegin: Instant;
  /** Null: still firing. */
  readonly dateEnd: Instant | null;
  /** Null: the whole site, or a deleted zone. */
  readonly zoneId: ZoneId | null;
  readonly passageId: number | null;
  readonly deviceId: number | null;
  readonly message: string | null;
  /** `toPlaceKey` of the domain. Null: entered by hand. */
  readonly place: string | null;
  /** What ended it. Null: still firing, or entered by hand. */
  readonly endedBy: (typeof firingEndings)[number] | null;
  readonly acknowledged: Acknowledgement | null;
}

export interface Acknowledgement {
  readonly at: Instant;
  /** Null: a former user. */
  readonly by: number | null;
  readonly note: string | null;
}

/** An entry from a user or a seed. */
export type WrittenEntry = Omit<AlertLogEntry, 'id' | 'alertName' | 'severity' | 'place' | 'endedBy' | 'acknowledged'>;

/** Selects entries of these zones and this alert that overlap [begin, end). Null does not filter. */
export interface AlertLogFilter {
  readonly zoneIds: readonly number[] | null;
  readonly alertId?: number;
  readonly begin: Instant | null;
  readonly end: Instant | null;
}

/** Cursor of a page: after the entry that began then. */
export interface AlertLogCursor {
  readonly begin: Instant;
  readonly id: number;
}

/**
 * Returns the columns of an entry with its alert's name, if the scope sees that alert. It may be at another site by
 * now.
 */
function columnsFor({ organizationId, installationIds }: Scope) {
  const seen = and(
    eq(alerts.organizationId, organizationId),
    installationIds === null ? undefined : inArray(alerts.installationId, [...installationIds]),
  );
  return {
    ...getTableColumns(alertLog),
    alertName: sql<
      string | null
    >`(select ${alerts.name} from ${alerts} where ${alerts.id} = ${alertLog.alertId} and ${seen})`,
  };
}

/** Position of an entry's severity, the mildest first. */
const rank = sql`array_position(${sql.raw(`array[${severities.map((name) => `'${name}'`).join(', ')}]`)}, ${alertLog.severity})`;

export type AlertLogStore = ReturnType<typeof alertLogStore>;

export function alertLogStore(db: Database) {
  return {
    /** Returns entries newest first: one more than `limit` if there are more. */
    async page(
      scope: Scope,
      filter: AlertLogFilter,
      limit: number,
      after: AlertLogCursor | null,
    ): Promise<readonly AlertLogEntry[]> {
      const begin = after === null ? null : new Date(after.begin);
      const rows = await db
        .select(columnsFor(scope))
        .from(alertLog)
        .where(
          and(
            buildFilter(scope, filter),
            begin === null || after === null
              ? undefined
              : or(lt(alertLog.dateBegin, begin), and(eq(alertLog.dateBegin, begin), lt(alertLog.id, after.id))),
          ),
        )
        .orderBy(desc(alertLog.dateBegin), desc(alertLog.id))
        .limit(limit + 1);
      return rows.map(entryOf);
    },

    async count(scope: Scope, filter: AlertLogFilter): Promise<number> {
      const [row] = await db.select({ count: count() }).from(alertLog).where(buildFilter(scope, filter));
      return row?.count ?? 0;
    },

    /** Returns whether the log of a site has an entry of that alert. */
    async knowsAlert({ organizationId }: Scope, alertId: number, installationId: InstallationId): Promise<boolean> {
      const own = and(
        eq(alertLog.organizationId, organizationId),
        eq(alertLog.installationId, installationId),
        eq(alertLog.alertId, alertId),
      );
      return (await db.select({ id: alertLog.id }).from(alertLog).where(own).limit(1)).length > 0;
    },

    /** Returns null if the alert already fired at that place and moment. */
    async insert(scope: Scope, entry: WrittenEntry): Promise<AlertLogEntry | null> {
      const [row] = await db
        .insert(alertLog)
        .values(rowOf(scope, entry))
        .onConflictDoNothing()
        .returning(columnsFor(scope));
      return row ? entryOf(row) : null;
    },

    /** Returns one entry at the sites the scope sees, and locks the row until the transaction ends. */
    async hold(scope: Scope, id: number): Promise<AlertLogEntry | null> {
      const { organizationId, installationIds } = scope;
      const seen = installationIds === null ? undefined : inArray(alertLog.installationId, [...installationIds]);
      const own = and(eq(alertLog.organizationId, organizationId), eq(alertLog.id, id), seen);
      const [row] = await db.select(columnsFor(scope)).from(alertLog).where(own).for('update');
      return row ? entryOf(row) : null;
    },

    async update({ organizationId }: Scope, { id, dateEnd, message }: AlertLogEntry): Promise<void> {
      await db
        .update(alertLog)
        .set({ dateEnd: dateEnd === null ? null : new Date(dateEnd), message })
        .where(and(eq(alertLog.organizationId, organizationId), eq(alertLog.id, id)));
    },

    /** Returns open entries of existing alerts, most severe first, then newest: of these zones, or of all places seen. */
    async open(scope: Scope, zoneIds: readonly number[] | null, limit: number): Promise<readonly AlertLogEntry[]> {
      const { organizationId, installationIds } = scope;
      const rows = await db
        .select(columnsFor(scope))
        .from(alertLog)
        .innerJoin(alerts, eq(alerts.id, alertLog.alertId))
        .where(
          and(
            eq(alertLog.organizationId, organizationId),
            eq(alerts.organizationId, organizationId),
            installationIds === null ? undefined : inArray(alertLog.installationId, [...installationIds]),
            zoneIds === null ? undefined : inArray(alertLog.zoneId, [...zoneIds]),
            isNull(alertLog.dateEnd),
          ),
        )
        .orderBy(desc(rank), desc(alertLog.dateBegin), desc(alertLog.id))
        .limit(limit);
      return rows.map(entryOf);
    },

    async find(scope: Scope, id: number): Promise<AlertLogEntry | null> {
      const { organizationId, installationIds } = scope;
      const seen = installationIds === null ? undefined : inArray(alertLog.installationId, [...installationIds]);
      const own = and(eq(alertLog.organizationId, organizationId), eq(alertLog.id, id), seen);
      const [row] = await db.select(columnsFor(scope)).from(alertLog).where(own);
      return row ? entryOf(row) : null;
    },

    /** Acknowledges an entry. The first acknowledgement wins. */
    async acknowledge(id: number, { at, by, note }: Acknowledgement): Promise<void> {
      await db
        .update(alertLog)
        .set({ acknowledgedAt: new Date(at), acknowledgedBy: by, acknowledgement: note })
        .where(and(eq(alertLog.id, id), isNull(alertLog.acknowledgedAt)));
    },

    /** Inserts entries. Existing ones stay unchanged. */
    async add(scope: Scope, entries: readonly WrittenEntry[]): Promise<void> {
      if (entries.length === 0) return;
      await db
        .insert(alertLog)
        .values(entries.map((entry) => rowOf(scope, entry)))
        .onConflictDoNothing();
    },
  };
}

const rowOf = ({ organizationId }: Scope, { dateBegin, dateEnd, ...entry }: WrittenEntry) => ({
  ...entry,
  organizationId,
  dateBegin: new Date(dateBegin),
  dateEnd: dateEnd === null ? null : new Date(dateEnd),
});

/** Restricts to the scope's organization and the sites it sees. */
function buildFilter(
  { organizationId, installationIds }: Scope,
  { zoneIds, alertId, begin, end }: AlertLogFilter,
): SQL | undefined {
  return and(
    eq(alertLog.organizationId, organizationId),
    installationIds === null ? undefined : inArray(alertLog.installationId, [...installationIds]),
    zoneIds === null ? undefined : inArray(alertLog.zoneId, [...zoneIds]),
    alertId === undefined ? undefined : eq(alertLog.alertId, alertId),
    begin === null ? undefined : or(isNull(alertLog.dateEnd), gte(alertLog.dateEnd, new Date(begin))),
    end === null ? undefined : lt(alertLog.dateBegin, new Date(end)),
  );
}

const entryOf = ({
  organizationId: _own,
  installationId,
  zoneId,
  dateBegin,
  dateEnd,
  acknowledgedAt,
  acknowledgedBy,
  acknowledgement,
  ...row
}: typeof alertLog.$inferSelect & { readonly alertName: string | null }): AlertLogEntry => ({
  ...row,
  acknowledged:
    acknowledgedAt === null ? null : { at: acknowledgedAt.getTime(), by: acknowledgedBy, note: acknowledgement },
  installationId: id<InstallationId>(installationId),
  zoneId: zoneId === null ? null : id<ZoneId>(zoneId),
  dateBegin: dateBegin.getTime(),
  dateEnd: dateEnd?.getTime() ?? null,
});
