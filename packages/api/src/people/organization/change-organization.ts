import { isDeepStrictEqual } from 'node:util';
import {
  type Clock,
  err,
  type Failure,
  type FiscalYear,
  failure,
  fiscalStarts,
  type Instant,
  type OrganizationId,
  ok,
  type Result,
  type Weekday,
  weekPatterns,
} from '@atrium/domain/core';
import type { Database } from '../../platform/relational/relational-store.ts';
import { checkSeesAllSites, type Scope } from '../../platform/tenancy/index.ts';
import { recordAudit } from '../audit/index.ts';
import {
  type Organization,
  type OrganizationChange,
  type OrganizationStore,
  organizationStore,
} from './organization.store.ts';

const maxNameLength = 200;
const maxAddressLength = 500;
/** Addresses may have line breaks. Other control characters are refused; the database rejects some of them. */
const controls = /\p{Cc}/u;
const controlsButLines = /[^\P{Cc}\n\r]/u;

/** Returns the normalized name, or why it is invalid. */
function parseOrganizationName(text: string): Result<string, Failure> {
  const name = text.trim();
  return name === '' || name.length > maxNameLength || controls.test(name)
    ? err(failure('BAD_INPUT', `An organization needs a name of at most ${maxNameLength} characters`, 'name'))
    : ok(name);
}

/** A fiscal year as sent by a client. */
export interface RawFiscalYear {
  readonly firstMonth: number;
  readonly pattern?: string | null | undefined;
  readonly start?: string | null | undefined;
}

function parseFirstWeekday(weekday: number): Result<Weekday, Failure> {
  return Number.isInteger(weekday) && weekday >= 1 && weekday <= 7
    ? ok(weekday as Weekday)
    : err(failure('BAD_INPUT', 'The first weekday takes 1 (Monday) to 7 (Sunday).', 'firstWeekday'));
}

function parseFiscalYear(raw: RawFiscalYear | null): Result<FiscalYear | null, Failure> {
  if (raw === null) return ok(null);
  const { firstMonth } = raw;
  const refuse = (message: string) => err(failure('BAD_INPUT', message, 'fiscalYear'));
  if (!Number.isInteger(firstMonth) || firstMonth < 1 || firstMonth > 12)
    return refuse('The first month takes 1 (January) to 12 (December).');
  const pattern = raw.pattern == null ? null : weekPatterns.find((known) => known === raw.pattern);
  if (pattern === undefined) return refuse(`The weeks of a quarter take ${weekPatterns.join(', ')}.`);
  const start = fiscalStarts.find((known) => known === (raw.start ?? 'NEAREST'));
  if (start === undefined) return refuse(`The start of a fiscal year takes ${fiscalStarts.join(', ')}.`);
  return ok({ firstMonth, pattern, start });
}

/**
 * Updates name, address, first weekday and fiscal year of the scope's organization. Omitted ones stay; null clears an
 * address, and ends a fiscal year of its own.
 */
export async function updateOrganization(
  {
    db,
    clock,
    yearsChanged = () => {},
  }: {
    readonly db: Database;
    readonly clock: Clock;
    /** Called after weeks or fiscal years of the organization changed. */
    readonly yearsChanged?: (organizationId: OrganizationId) => void;
  },
  scope: Scope,
  change: {
    readonly id: number;
    readonly name: string;
    readonly address?: string | null;
    readonly firstWeekday?: number;
    readonly fiscalYear?: RawFiscalYear | null;
  },
): Promise<Result<Organization, Failure>> {
  const missing = err(failure('NOT_FOUND', 'No such organization', 'id'));
  if (change.id !== scope.organizationId) return missing;
  const allowed = checkSeesAllSites(scope, null);
  if (!allowed.ok) return allowed;
  const name = parseOrganizationName(change.name);
  if (!name.ok) return name;
  const address = change.address?.trim() || null;
  if (address !== null && (address.length > maxAddressLength || controlsButLines.test(address)))
    return err(failure('BAD_INPUT', `An address has at most ${maxAddressLength} characters`, 'address'));
  const firstWeekday = change.firstWeekday === undefined ? ok(undefined) : parseFirstWeekday(change.firstWeekday);
  if (!firstWeekday.ok) return firstWeekday;
  const fiscalYear = change.fiscalYear === undefined ? ok(undefined) : parseFiscalYear(change.fiscalYear);
  if (!fiscalYear.ok) return fiscalYear;
  const wanted = {
    name: name.value,
    ...(change.address === undefined ? {} : { address }),
    ...(firstWeekday.value === undefined ? {} : { firstWeekday: firstWeekday.value }),
    ...(fiscalYear.value === undefined ? {} : { fiscalYear: fiscalYear.value }),
  };
  const updated = await db.transaction((transaction) => update(transaction, scope, wanted, clock.now()));
  if (updated === 'name taken') return err(failure('BAD_INPUT', 'This name cannot be used', 'name'));
  if (updated === null) return missing;
  if (updated.changed.some((field) => field === 'firstWeekday' || field === 'fiscalYear'))
    yearsChanged(scope.organizationId);
  return ok(updated.organization);
}

async function update(transaction: Database, scope: Scope, wanted: OrganizationChange, at: Instant) {
  const store = organizationStore(transaction);
  const before = await store.find(scope);
  const after = await store.update(scope, wanted);
  if (after === 'name taken') return after;
  if (before === null || after === null) return null;
  const changed = (['name', 'address', 'firstWeekday', 'fiscalYear'] as const).filter(
    (field) => !isDeepStrictEqual(before[field], after[field]),
  );
  if (changed.length > 0) {
    const valuesOf = (of: Organization) => Object.fromEntries(changed.map((field) => [field, of[field]]));
    const details = { changed, name: after.name, before: valuesOf(before), after: valuesOf(after) };
    await recordAudit(scope, transaction, { at, action: 'organization.changed', details, subjectId: after.id });
  }
  return { organization: after, changed };
}

/** Name of an organization until it gets one. */
export const defaultOrganizationName = 'My organization';

/** BAD_INPUT when the name is empty, too long or in use. For the command line, site files and the demo. */
export async function createOrganization(
  store: OrganizationStore,
  wanted: string,
): Promise<Result<Organization, Failure>> {
  const name = parseOrganizationName(wanted);
  if (!name.ok) return name;
  const created = await store.insert(name.value);
  return created === null
    ? err(failure('BAD_INPUT', `There is an organization named ${name.value} already`, 'name'))
    : ok(created);
}
