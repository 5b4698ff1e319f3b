import { intersectValidity, maxMembers } from '@atrium/domain/sites';
import type { DeviceState, InstallationState, MemberState } from '../../../sites/stored/index.ts';
import type { DeclaredInstallation } from '../format/site-file.ts';
import type { Declaring } from './declaring.ts';
import { cutPeriods } from './periods.ts';

/** Reports members of virtual devices that cannot be added up, and devices that would count twice. */
export function checkMembers(site: DeclaredInstallation, installation: InstallationState, declaring: Declaring): void {
  for (const declared of site.devices ?? []) {
    const device = declaring.next.device.get(declared.serial);
    if (device === undefined || device.members.length === 0) continue;
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
