import type { Instant } from '@atrium/domain/core';
import { intersectValidity, maxMembers } from '@atrium/domain/sites';
import type { DeviceState, InstallationState, MemberState } from '../../../sites/stored/index.ts';
import type { DeclaredInstallation } from '../format/site-file.ts';
import type { Declaring } from './declaring.ts';
import { cutPeriods } from './periods.ts';

/** Reports members of virtual devices that cannot be added up, and devices that would count twice. */
export function checkMembers(site: DeclaredInstallation, installation: InstallationState, declaring: Declaring): void {
  const users = listKeptVirtual(installation, declaring);
  for (const declared of site.devices ?? []) {
    const device = declaring.next.device.get(declared.serial);
    if (device === undefined) continue;
    const wrong = findBrokenUse(device, users, declaring.now);
    if (wrong !== null) declaring.problem(declared, wrong.field, wrong.message);
    if (device.members.length === 0) continue;
    if (device.members.length > maxMembers)
      declaring.problem(declared, 'members', `a virtual device has at most ${maxMembers} members`);
    if (device.kind !== 'meter') declaring.problem(declared, 'members', 'only a device of kind meter has members');
    const isMoved =
      declared.members === undefined && declaring.stored('device', declared.serial)?.installation !== installation.key;
    if (isMoved)
      declaring.problem(declared, '', `${declared.serial} is made of devices of another site: name its members`);
    for (const [place, member] of (isMoved ? [] : device.members).entries()) {
      // Members that the file does not name end where they have moved away.
      if (declared.members === undefined && declaring.next.device.get(member.serial)?.installation !== installation.key)
        continue;
      const problem =
        findMismatch(device, member, installation, declaring) ??
        findRepeated(device, place) ??
        findOtherSum(device, member, installation, declaring);
      if (problem === null) continue;
      const entry = declared.members?.[place];
      if (entry === undefined) declaring.problem(declared, '', problem);
      else declaring.problem(entry, 'serial', problem);
    }
  }
}

/** Returns the virtual devices of a site that the file leaves out, and that stay. */
function listKeptVirtual({ key }: InstallationState, declaring: Declaring): readonly DeviceState[] {
  if (declaring.prune) return [];
  return [...declaring.next.device.values()].filter(
    ({ serial, members, installation, removedAt }) =>
      members.length > 0 && installation === key && removedAt === null && !declaring.isDeclared('device', serial),
  );
}

/** Returns why a device can no longer be what a virtual one, which the file leaves out, is made of. Null: it can. */
function findBrokenUse(
  device: DeviceState,
  virtual: readonly DeviceState[],
  now: Instant,
): { readonly field: 'members' | 'metric'; readonly message: string } | null {
  const user = virtual.find(({ members }) =>
    members.some(({ serial, validTo }) => serial === device.serial && (validTo === null || validTo > now)),
  );
  if (user === undefined) return null;
  if (device.members.length > 0)
    return { field: 'members', message: `${user.serial} is made of ${device.serial}, which cannot be virtual itself` };
  return device.kind === user.kind && device.meter?.metric === user.meter?.metric
    ? null
    : { field: 'metric', message: `${user.serial} is made of ${device.serial}: both measure ${user.meter?.metric}` };
}

function findMismatch(
  device: DeviceState,
  { serial, validTo }: MemberState,
  { key }: InstallationState,
  declaring: Declaring,
): string | null {
  const member = declaring.next.device.get(serial);
  // A member that has moved to another site since stays in the history.
  if (member === undefined || (member.installation !== key && validTo === null))
    return `there is no device "${serial}" in ${key}`;
  if (serial === device.serial) return 'a device is no member of itself';
  if (member.members.length > 0) return `${serial} is virtual itself: name what it is made of`;
  if (member.kind !== device.kind) return `${serial} is of kind ${member.kind}, not ${device.kind}`;
  if (member.meter?.metric !== device.meter?.metric) return `${serial} measures ${member.meter?.metric}`;
  return null;
}

function findRepeated({ members }: DeviceState, place: number): string | null {
  const member = members[place] as MemberState;
  const isTwice = members.some(
    (other, index) => index < place && other.serial === member.serial && intersectValidity(other, member) !== null,
  );
  return isTwice ? `${member.serial} is already a member at that time` : null;
}

/** A device is added by one installed virtual device at a time, so that no place counts it twice. */
function findOtherSum(
  device: DeviceState,
  member: MemberState,
  { key }: InstallationState,
  declaring: Declaring,
): string | null {
  if (member.factor < 0 || device.placements.length === 0 || device.removedAt !== null) return null;
  for (const other of declaring.next.device.values()) {
    if (other.serial === device.serial || other.installation !== key || other.removedAt !== null) continue;
    const isAdded = other.members.some(
      (one) => one.serial === member.serial && one.factor > 0 && intersectValidity(one, member) !== null,
    );
    if (isAdded && other.placements.length > 0) return `${other.serial} already adds ${member.serial} at that time`;
  }
  return null;
}

/** Ends now what virtual devices add of devices that were removed, or moved to another site. */
export function endLostMembers(declaring: Declaring): void {
  for (const [serial, device] of declaring.next.device) {
    const isLost = (member: MemberState) => {
      const found = declaring.next.device.get(member.serial);
      const isThere = found !== undefined && found.removedAt === null && found.installation === device.installation;
      return !isThere && (member.validTo === null || member.validTo > declaring.now);
    };
    if (device.members.some(isLost))
      declaring.next.device.set(serial, {
        ...device,
        members: device.members.flatMap((one) => (isLost(one) ? cutPeriods([one], declaring.now) : [one])),
      });
  }
}
