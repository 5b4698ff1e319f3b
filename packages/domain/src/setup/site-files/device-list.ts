import { detectDelimiter, splitFields } from '../../numbers/delimited-files.ts';
import { addDevice, changeDevice, findOpenPeriod, isInService, type Place, placeSince } from './edit-places.ts';
import type { DeclaredDevice, SiteDeclaration } from './site-declaration.ts';

type Kind = DeclaredDevice['kind'];

/** A fault in a line of a list, with its value. */
export interface DeviceListProblem {
  /** From 1. */
  readonly line: number;
  readonly code: 'noSerial' | 'twice' | 'kind' | 'otherKind' | 'place' | 'interval';
  readonly value: string;
}

export interface ReadDeviceList {
  /** The site with all valid lines applied. */
  readonly site: SiteDeclaration;
  readonly added: number;
  readonly changed: number;
  readonly problems: readonly DeviceListProblem[];
}

export interface DeviceListWords {
  /** Display name of each kind. Ids are accepted too. */
  readonly kinds: Readonly<Record<Kind, string>>;
  /** Name of the first column, to recognize a header line. */
  readonly serial: string;
}

/** Default seconds between readings. */
const usualInterval = 60;

/** Returns the devices of a site as lines for a spreadsheet: serial, name, kind, place, seconds. */
export function formatDeviceList(site: SiteDeclaration, { kinds }: DeviceListWords): string {
  const lines = site.devices
    .filter(({ removedAt }) => removedAt === null)
    .map((device) => {
      const now = findOpenPeriod(device.placements);
      const place = now === null || now.installation !== null ? '' : nameAt(site, now);
      return [device.serial, device.name, kinds[device.kind], place, String(device.interval)].map(plain).join('\t');
    });
  return lines.join('\n');
}

/**
 * Applies lines from a spreadsheet. Adds unknown devices and changes known ones; a new place applies since `today` (a
 * local date). Empty fields change nothing.
 */
export function applyDeviceList(
  site: SiteDeclaration,
  text: string,
  { words, today }: { readonly words: DeviceListWords; readonly today: string },
): ReadDeviceList {
  const lines = text.split(/\r?\n/);
  const delimiter = detectDelimiter(lines.filter((line) => line.trim() !== '').slice(0, 1));
  const problems: DeviceListProblem[] = [];
  const seen = new Set<string>();
  let [next, added, changed] = [site, 0, 0];
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const fields = splitFields(line, delimiter);
    const cells = typeof fields === 'string' ? [''] : fields.map((field) => field.trim());
    if (index === 0 && same(cells[0] ?? '', words.serial)) continue;
    const read = rowOf(next, cells, words, seen);
    if ('code' in read) {
      problems.push({ line: index + 1, ...read });
      continue;
    }
    seen.add(read.serial);
    const after = withRow(next, read, today);
    if (after === next) continue;
    if (site.devices.some(({ serial }) => serial === read.serial)) changed += 1;
    else added += 1;
    next = after;
  }
  return { site: next, added, changed, problems };
}

interface Row {
  readonly serial: string;
  readonly name: string;
  readonly kind: Kind | null;
  readonly at: Place | null;
  readonly interval: number | null;
}

function rowOf(
  site: SiteDeclaration,
  cells: readonly string[],
  { kinds }: DeviceListWords,
  seen: ReadonlySet<string>,
): Row | Pick<DeviceListProblem, 'code' | 'value'> {
  const [serial = '', name = '', kindText = '', placeText = '', intervalText = ''] = cells;
  if (serial === '') return { code: 'noSerial', value: '' };
  if (seen.has(serial)) return { code: 'twice', value: serial };
  const known = site.devices.find((device) => device.serial === serial);
  const kind = (Object.keys(kinds) as Kind[]).find((one) => same(kindText, one) || same(kindText, kinds[one])) ?? null;
  if (kind === null && kindText !== '') return { code: 'kind', value: kindText };
  if (known !== undefined && kind !== null && known.kind !== kind) return { code: 'otherKind', value: kindText };
  const places = placeText === '' ? [] : placesCalled(site, placeText);
  if (placeText !== '' && places.length !== 1) return { code: 'place', value: placeText };
  const interval = intervalText === '' ? null : Number(intervalText);
  if (interval !== null && !(Number.isInteger(interval) && interval > 0))
    return { code: 'interval', value: intervalText };
  return { serial, name, kind, at: places[0] ?? null, interval };
}

/** Applies a row. Returns the same site if nothing changes. */
function withRow(site: SiteDeclaration, { serial, name, kind, at, interval }: Row, today: string): SiteDeclaration {
  const known = site.devices.find((device) => device.serial === serial);
  if (known === undefined) {
    const wanted = { serial, name, kind: kind ?? 'pad', interval: interval ?? usualInterval, at, since: today };
    return addDevice(site, wanted);
  }
  const change = {
    ...(name !== '' && name !== known.name && { name }),
    ...(interval !== null && interval !== known.interval && { interval }),
  };
  const named = Object.keys(change).length === 0 ? site : changeDevice(site, serial, change);
  const now = findOpenPeriod(known.placements);
  const isInstalledThere =
    at === null || (now !== null && ('zone' in at ? now.zone === at.zone : now.passage === at.passage));
  return isInstalledThere || at === null ? named : placeSince(named, serial, at, today);
}

/** Finds places by their exact key, or else by name. */
function placesCalled(site: SiteDeclaration, text: string): readonly Place[] {
  const those = (is: (one: { readonly key: string; readonly name: string }) => boolean): readonly Place[] => [
    ...site.passages.filter((one) => isInService(one) && is(one)).map(({ key }) => ({ passage: key })),
    ...site.zones.filter((one) => isInService(one) && is(one)).map(({ key }) => ({ zone: key })),
  ];
  const byKey = those(({ key }) => key === text);
  return byKey.length === 1 ? byKey : those(({ name }) => same(name, text));
}

function nameAt(
  site: SiteDeclaration,
  { passage, zone }: { readonly passage: string | null; readonly zone: string | null },
) {
  const list: readonly { readonly key: string; readonly name: string }[] =
    passage === null ? site.zones : site.passages;
  const found = list.find(({ key }) => key === (passage ?? zone));
  // Uses the key if another place has the same name.
  return found === undefined ? '' : placesCalled(site, found.name).length === 1 ? found.name : found.key;
}

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Replaces characters that would break a tab-separated line. */
const plain = (text: string) => text.replace(/[\t\r\n"]+/g, ' ');
