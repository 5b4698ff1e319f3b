import { type EndsState, type InstallationState, joinKey, type PassageState } from '../../../sites/stored/index.ts';
import type { DeclaredInstallation, DeclaredPassage } from '../format/site-file.ts';
import { assignOrders, describeUnknownZone } from './declare-zones.ts';
import { type Declaring, firstDefined, parseOptionalInstant } from './declaring.ts';
import { applyDuring, applyFromNow, cutPeriods, findOverlap, isEmptyPeriod, sortPeriods } from './periods.ts';

export function declarePassages(
  site: DeclaredInstallation,
  installation: InstallationState,
  declaring: Declaring,
): void {
  const passages = site.passages ?? [];
  const orders = assignOrders([...new Set(passages.map(({ key }) => key))], installation.key, 'passage', declaring);
  for (const declared of passages) {
    const stored = declaring.stored('passage', joinKey(installation.key, declared.key));
    const passage: PassageState = {
      installation: installation.key,
      key: declared.key,
      name: firstDefined(declared.name, stored?.name, declared.key),
      order: orders.get(declared.key) ?? 0,
      footfallOf: footfallOf(declared, stored, installation, declaring),
      ends: endsOf(declared, stored, installation, declaring),
      removedAt: parseOptionalInstant(declared.removedAt, installation.timezone),
    };
    declaring.declare('passage', passage, declared, 'key', `the passage ${declared.key} of ${installation.key}`);
  }
  finishPassages(installation.key, declaring);
}

function footfallOf(
  declared: DeclaredPassage,
  stored: PassageState | undefined,
  { key: installation }: InstallationState,
  declaring: Declaring,
): string | null {
  const zone = declared.footfallOf;
  const joins = declared.from !== undefined || declared.to !== undefined || declared.ends !== undefined;
  if (zone === undefined) return joins ? null : firstDefined(undefined, stored?.footfallOf, null);
  if (zone !== null && !declaring.isKnown('zone', joinKey(installation, zone)))
    declaring.problem(declared, 'footfallOf', describeUnknownZone(zone, installation));
  if (zone !== null && joins)
    declaring.problem(
      declared,
      'footfallOf',
      'a passage counts passers-by (footfallOf) or joins two places (from, to), not both',
    );
  return zone;
}

function endsOf(
  declared: DeclaredPassage,
  stored: PassageState | undefined,
  site: InstallationState,
  declaring: Declaring,
): readonly EndsState[] {
  const history = stored?.ends ?? [];
  if (declared.ends !== undefined) {
    for (const field of ['from', 'to', 'validFrom', 'validTo'] as const) {
      if (declared[field] !== undefined)
        declaring.problem(declared, field, `"${field}" stands in each of the periods under "ends", not beside them`);
    }
    return periodsOf(declared.ends, site, declaring);
  }
  const { from, to } = declared;
  if (from === undefined && to === undefined) {
    if (declared.validFrom !== undefined || declared.validTo !== undefined) {
      declaring.problem(
        declared,
        declared.validFrom === undefined ? 'validTo' : 'validFrom',
        'validFrom and validTo need "from" and "to" beside them',
      );
    }
    if (typeof declared.footfallOf === 'string') return [];
    if (stored === undefined)
      declaring.problem(declared, '', `the new passage ${declared.key} needs "from" and "to", "ends" or "footfallOf"`);
    return history;
  }
  if (from === undefined || to === undefined) {
    declaring.problem(declared, '', `the passage ${declared.key} needs both "from" and "to"`);
    return history;
  }
  const [period] = periodsOf([{ ...declared, from, to }], site, declaring, declared);
  if (period === undefined) return history;
  const given = declared.validFrom !== undefined || declared.validTo !== undefined;
  return given ? applyDuring(history, period, joinsSame) : applyFromNow(history, period, joinsSame, declaring.now);
}

type DeclaredEnds = NonNullable<DeclaredPassage['ends']>[number];

/** `place` is where problems are reported if the periods are not a list in the file. */
function periodsOf(
  declared: readonly DeclaredEnds[],
  site: InstallationState,
  declaring: Declaring,
  place?: object,
): EndsState[] {
  const placed = declared.map((ends) => {
    const from = zoneOrOutside(ends.from, 'from', place ?? ends, site.key, declaring);
    const to = zoneOrOutside(ends.to, 'to', place ?? ends, site.key, declaring);
    if (from === to) declaring.problem(place ?? ends, 'to', 'a passage must join two different places');
    const period = {
      from,
      to,
      validFrom: parseOptionalInstant(ends.validFrom, site.timezone),
      validTo: parseOptionalInstant(ends.validTo, site.timezone),
    };
    if (isEmptyPeriod(period)) declaring.problem(place ?? ends, 'validTo', 'validTo must be after validFrom');
    return { period, ends };
  });
  const sorted = sortPeriods(placed.map(({ period }) => period));
  const overlap = findOverlap(sorted);
  if (overlap !== null) {
    const culprit = placed.find(({ period }) => period === sorted[overlap]);
    declaring.problem(culprit?.ends ?? declared, '', 'this period begins before the one before it has ended');
  }
  return sorted;
}

function zoneOrOutside(
  name: string,
  field: string,
  owner: object,
  installation: string,
  declaring: Declaring,
): string | null {
  if (name === 'outside') return null;
  if (!declaring.isKnown('zone', joinKey(installation, name)))
    declaring.problem(
      owner,
      field,
      `${describeUnknownZone(name, installation)}; a passage joins zones or the word outside`,
    );
  return name;
}

const joinsSame = (a: EndsState, b: EndsState) => a.from === b.from && a.to === b.to;

/** Ends removed passages, and passages of removed zones, now. Earlier periods stay. */
function finishPassages(installation: string, declaring: Declaring): void {
  for (const [key, passage] of declaring.next.passage) {
    if (passage.installation !== installation) continue;
    const pruned = declaring.prune && passage.removedAt === null && !declaring.isDeclared('passage', key);
    const removedAt = pruned ? declaring.now : passage.removedAt;
    const stops = (zone: string | null) => zone !== null && wasPruned(zone, installation, declaring);
    const stopped =
      pruned || passage.ends.some((ends) => (stops(ends.from) || stops(ends.to)) && ends.validTo === null);
    const footfall = passage.footfallOf;
    if (stopped || removedAt !== passage.removedAt) {
      declaring.next.passage.set(key, {
        ...passage,
        footfallOf: footfall,
        removedAt,
        ends: stopped ? cutPeriods(passage.ends, declaring.now) : passage.ends,
      });
    }
  }
}

/** Whether this run removes the zone. */
export function wasPruned(zone: string, installation: string, declaring: Declaring): boolean {
  return declaring.prune && declaring.next.zone.get(joinKey(installation, zone))?.removedAt === declaring.now;
}
