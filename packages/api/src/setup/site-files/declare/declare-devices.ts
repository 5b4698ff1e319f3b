import { meterMetrics, meterWords, parseDeclaredTime } from '@atrium/domain/setup/site-files';
import type { DeviceKind } from '@atrium/domain/sites';
import {
  type DeviceState,
  type InstallationState,
  joinKey,
  type MemberState,
  type PlacementState,
} from '../../../sites/stored/index.ts';
import type { DeclaredDevice, DeclaredInstallation } from '../format/site-file.ts';
import { wasPruned } from './declare-passages.ts';
import { type Declaring, firstDefined, parseOptionalInstant } from './declaring.ts';
import { applyDuring, applyFromNow, cutPeriods, findOverlap, isEmptyPeriod, sortPeriods } from './periods.ts';

type Meter = NonNullable<DeviceState['meter']>;
const fields = ['metric', ...meterWords, 'rollover', 'sends', 'main'] as const;

function declareMeter(
  declared: DeclaredDevice,
  kind: DeviceKind,
  stored: Meter | null,
  declaring: Declaring,
): Meter | null {
  if (kind !== 'meter') {
    const stray = fields.find((field) => declared[field] !== undefined);
    if (stray !== undefined) declaring.problem(declared, stray, `only a device of kind meter has the field "${stray}"`);
    return null;
  }
  const metric = declared.metric ?? stored?.metric;
  if (metric === undefined) {
    declaring.problem(declared, '', `the meter ${declared.serial} needs the field "metric"`);
    return null;
  }
  const known = Object.hasOwn(meterMetrics, metric) ? meterMetrics[metric] : undefined;
  if (known === undefined) {
    declaring.problem(
      declared,
      'metric',
      `no meter measures "${metric}"; known: ${Object.keys(meterMetrics).join(', ')}`,
    );
    return null;
  }
  // Another metric has other descriptors, so a change of metric drops the old ones.
  const before = stored?.metric === metric ? stored : null;
  const descriptors: Record<string, string> = { ...before?.descriptors };
  for (const field of meterWords) {
    const value = declared[field];
    if (value === undefined) continue;
    const descriptor = known[field];
    if (descriptor === undefined) declaring.problem(declared, field, `"${field}" says nothing about ${metric}`);
    else if (value === null) delete descriptors[descriptor];
    else if (/[;=]/.test(value)) declaring.problem(declared, field, 'a descriptor must not hold ";" or "="');
    else descriptors[descriptor] = value;
  }
  const sends = declared.sends ?? before?.sends;
  const main = declared.main === undefined ? before?.main : declared.main;
  return {
    metric,
    descriptors,
    rollover: declared.rollover !== undefined ? declared.rollover : (before?.rollover ?? null),
    ...(sends === 'amount' ? { sends } : {}),
    ...(main ? { main } : {}),
  };
}

/** Default seconds between readings: the setting of most counters and air sensors. */
const usualInterval = 300;

export function declareDevices(
  site: DeclaredInstallation,
  installation: InstallationState,
  declaring: Declaring,
): void {
  for (const declared of site.devices ?? []) {
    const stored = declaring.stored('device', declared.serial);
    const kind = firstDefined(declared.kind, stored?.kind, 'pad');
    if (declared.kind === undefined && stored === undefined)
      declaring.problem(declared, '', `the new device ${declared.serial} needs the field "kind"`);
    const installedAt = installedAtOf(declared, stored, installation, declaring);
    const removedAt = parseOptionalInstant(declared.removedAt, installation.timezone);
    if (removedAt !== null && removedAt <= installedAt)
      declaring.problem(declared, 'removedAt', 'removedAt must be after installedAt');
    const device: DeviceState = {
      installation: installation.key,
      serial: declared.serial,
      name: firstDefined(declared.name, stored?.name, declared.serial),
      kind,
      interval: firstDefined(declared.interval, stored?.interval, usualInterval),
      reportsZero: firstDefined(declared.reportsZero, stored?.reportsZero, true),
      meter: declareMeter(declared, kind, stored?.meter ?? null, declaring),
      members: membersOf(declared, stored, installation, declaring),
      installedAt,
      removedAt,
      placements: placementsOf(declared, stored, installation, declaring),
    };
    declaring.declare('device', device, declared, 'serial', `the serial ${declared.serial}`);
  }
}

function membersOf(
  { members }: DeclaredDevice,
  stored: DeviceState | undefined,
  { timezone }: InstallationState,
  declaring: Declaring,
): readonly MemberState[] {
  if (members === undefined) return stored?.members ?? [];
  return members.map((declared) => {
    const { serial, factor = 1 } = declared;
    const member = {
      serial,
      factor,
      validFrom: parseOptionalInstant(declared.validFrom, timezone),
      validTo: parseOptionalInstant(declared.validTo, timezone),
    };
    if (factor === 0) declaring.problem(declared, 'factor', 'the factor must not be 0');
    if (isEmptyPeriod(member)) declaring.problem(declared, 'validTo', 'validTo must be after validFrom');
    return member;
  });
}

/** A device of a new site is installed since the site exists; one added later, since now. */
function installedAtOf(
  declared: DeclaredDevice,
  stored: DeviceState | undefined,
  site: InstallationState,
  declaring: Declaring,
): number {
  if (declared.installedAt !== undefined) return parseDeclaredTime(declared.installedAt, site.timezone);
  return (
    stored?.installedAt ??
    (declaring.stored('installation', site.key) === undefined ? site.creationDate : declaring.now)
  );
}

function placementsOf(
  declared: DeclaredDevice,
  stored: DeviceState | undefined,
  site: InstallationState,
  declaring: Declaring,
): readonly PlacementState[] {
  const history = stored?.placements ?? [];
  if (declared.placements !== undefined) {
    for (const field of ['passage', 'zone', 'validFrom', 'validTo'] as const) {
      if (declared[field] !== undefined)
        declaring.problem(declared, field, `"${field}" stands in each of the "placements", not beside them`);
    }
    return listed(declared.placements, site, declaring);
  }
  const given = declared.validFrom !== undefined || declared.validTo !== undefined;
  if (declared.passage === undefined && declared.zone === undefined) {
    if (given)
      declaring.problem(
        declared,
        declared.validFrom === undefined ? 'validTo' : 'validFrom',
        'validFrom and validTo need "passage" or "zone" beside them',
      );
    const movedAway = stored !== undefined && stored.installation !== site.key;
    if (movedAway)
      declaring.problem(
        declared,
        '',
        `${declared.serial} comes from ${stored.installation}: say where it is installed now, by "passage" or "zone"`,
      );
    return history;
  }
  const placement = placementOf(declared, site, declaring);
  if (placement === null) return history;
  return given
    ? applyDuring(history, placement, hasSamePlace)
    : applyFromNow(history, placement, hasSamePlace, declaring.now);
}

type DeclaredPlacement = NonNullable<DeclaredDevice['placements']>[number];

function listed(
  declared: readonly DeclaredPlacement[],
  site: InstallationState,
  declaring: Declaring,
): PlacementState[] {
  const placed = declared.flatMap((one) => {
    const placement = placementOf(one, site, declaring);
    return placement === null ? [] : [{ placement, one }];
  });
  const sorted = sortPeriods(placed.map(({ placement }) => placement));
  const overlap = findOverlap(sorted);
  if (overlap !== null) {
    const culprit = placed.find(({ placement }) => placement === sorted[overlap]);
    declaring.problem(culprit?.one ?? declared, '', 'this placement begins before the one before it has ended');
  }
  return sorted;
}

function placementOf(
  declared: DeclaredPlacement,
  site: InstallationState,
  declaring: Declaring,
): PlacementState | null {
  const installation = declared.installation ?? site.key;
  if (!declaring.isKnown('installation', installation))
    declaring.problem(declared, 'installation', `there is no installation "${installation}"`);
  const field = declared.passage === undefined ? 'zone' : 'passage';
  const key = declared[field];
  if (key === undefined || (declared.passage !== undefined && declared.zone !== undefined)) {
    declaring.problem(declared, '', 'a device is installed at a "passage" or in a "zone": name one of them');
    return null;
  }
  if (!declaring.isKnown(field, joinKey(installation, key)))
    declaring.problem(declared, field, `there is no ${field} "${key}" in ${installation}`);
  const at = field === 'passage' ? { passage: key } : { zone: key };
  const placement = {
    installation,
    at,
    validFrom: parseOptionalInstant(declared.validFrom, site.timezone),
    validTo: parseOptionalInstant(declared.validTo, site.timezone),
  };
  if (isEmptyPeriod(placement)) declaring.problem(declared, 'validTo', 'validTo must be after validFrom');
  return placement;
}

const placeOf = ({ installation, at }: PlacementState) =>
  'passage' in at ? `passage ${joinKey(installation, at.passage)}` : `zone ${joinKey(installation, at.zone)}`;
const hasSamePlace = (a: PlacementState, b: PlacementState) => placeOf(a) === placeOf(b);

/** Ends now: devices left out, devices of sites left out, and placements at removed places. */
export function pruneDevices(declaring: Declaring): void {
  if (!declaring.prune) return;
  for (const [serial, device] of declaring.next.device) {
    if (!declaring.isDeclared('device', serial) && device.removedAt === null) {
      declaring.next.device.set(serial, {
        ...device,
        removedAt: declaring.now,
        placements: cutPeriods(device.placements, declaring.now),
      });
    } else if (device.placements.some((placement) => placement.validTo === null && isPruned(placement, declaring))) {
      declaring.next.device.set(serial, { ...device, placements: cutPeriods(device.placements, declaring.now) });
    }
  }
}

function isPruned({ installation, at }: PlacementState, declaring: Declaring): boolean {
  if ('zone' in at) return wasPruned(at.zone, installation, declaring);
  return declaring.next.passage.get(joinKey(installation, at.passage))?.removedAt === declaring.now;
}
