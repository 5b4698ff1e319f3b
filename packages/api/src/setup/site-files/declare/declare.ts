import { dateToWall, type Instant, wallToInstant } from '@atrium/domain/core';
import { mapVersion } from '@atrium/domain/pages/map-views';
import { parseDeclaredTime } from '@atrium/domain/setup/site-files';
import {
  type EventState,
  type InstallationState,
  joinKey,
  type NavigationState,
  type SiteState,
  splitKey,
} from '../../../sites/stored/index.ts';
import { nameToKey, rewriteMap } from '../definitions.ts';
import type { Reading } from '../format/reading.ts';
import type { DeclaredEvent, DeclaredInstallation, SiteFile } from '../format/site-file.ts';
import { type AddressedKind, parseKey, rewriteIds, toRecordKey } from '../rewrite-ids.ts';
import { declareAlerts, declareRecipientLists } from './declare-alerts.ts';
import { canRefer, checkReferences, declareDashboards } from './declare-dashboards.ts';
import { declareDevices, pruneDevices } from './declare-devices.ts';
import { checkMembers, endLostMembers } from './declare-members.ts';
import { declareOrganization, declareProfiles, declareTags, declareUsers, findTags } from './declare-organization.ts';
import { declarePassages } from './declare-passages.ts';
import { declareZones } from './declare-zones.ts';
import { Declaring, firstDefined, parseOptionalInstant } from './declaring.ts';

/** First selectable date of a site without a creation date, since its history may be imported later. */
const unknownCreation = '2016-01-01';

/**
 * Declares all sites first, then their content, since users, placements and parents may refer to later parts of the
 * file.
 */
function declareInstallations(file: SiteFile, declaring: Declaring): void {
  const pairs = (file.installations ?? []).map((declared) => ({
    declared,
    site: declareInstallation(declared, declaring),
  }));
  if (declaring.prune) {
    for (const [key, stored] of declaring.current.installation) {
      if (!declaring.isDeclared('installation', key) && stored.removedAt === null) {
        declaring.next.installation.set(key, { ...stored, removedAt: declaring.now });
      }
    }
  }
  for (const { declared, site } of pairs) declareZones(declared, site, declaring);
  for (const { declared, site } of pairs) declarePassages(declared, site, declaring);
  for (const { declared, site } of pairs) declareDevices(declared, site, declaring);
  for (const { declared, site } of pairs) checkMembers(declared, site, declaring);
  pruneDevices(declaring);
  endLostMembers(declaring);
  for (const { declared, site } of pairs) declareEvents(declared, site, declaring);
}

function declareInstallation(declared: DeclaredInstallation, declaring: Declaring): InstallationState {
  const stored = declaring.stored('installation', declared.key);
  if (stored === undefined) {
    for (const field of ['name', 'timezone'] as const) {
      if (declared[field] === undefined)
        declaring.problem(declared, '', `the new installation ${declared.key} needs the field "${field}"`);
    }
  }
  const timezone = firstDefined(declared.timezone, stored?.timezone, 'UTC');
  const creationDate =
    declared.creationDate === undefined ? undefined : parseDeclaredTime(declared.creationDate, timezone);
  const site: InstallationState = {
    key: declared.key,
    name: firstDefined(declared.name, stored?.name, declared.key),
    address: firstDefined(declared.address, stored?.address, null),
    city: firstDefined(declared.city, stored?.city, null),
    country: firstDefined(declared.country, stored?.country, null),
    timezone,
    changeOfDay: firstDefined(declared.changeOfDay, stored?.changeOfDay, '00:00'),
    openingHours: firstDefined(declared.openingHours, stored?.openingHours, { spans: [], reset: false }),
    closedDates:
      declared.closedDates === undefined ? (stored?.closedDates ?? []) : [...new Set(declared.closedDates)].sort(),
    area: firstDefined(declared.area, stored?.area, null),
    currency: firstDefined(declared.currency, stored?.currency, null),
    tariffs: firstDefined(declared.tariffs, stored?.tariffs, []),
    shopId: firstDefined(declared.shopId, stored?.shopId, null),
    latitude: firstDefined(declared.latitude, stored?.latitude, null),
    longitude: firstDefined(declared.longitude, stored?.longitude, null),
    creationDate: firstDefined(
      creationDate,
      stored?.creationDate,
      wallToInstant(timezone, dateToWall(unknownCreation, 0)),
    ),
    tags: tagsOfSite(declared, stored, declaring),
    removedAt: parseOptionalInstant(declared.removedAt, timezone),
  };
  if (site.tariffs.length > 0 && site.currency === null)
    declaring.problem(declared, declared.currency === undefined ? 'tariffs' : 'currency', 'tariffs need a currency');
  declaring.declare('installation', site, declared, 'key', `the installation ${declared.key}`);
  return site;
}

/** Returns the tags of a whole site. It has one tag of a category at most, so that the sums of a tree's regions add up. */
function tagsOfSite(
  declared: DeclaredInstallation,
  stored: InstallationState | undefined,
  declaring: Declaring,
): readonly string[] {
  const tags = findTags(declared, stored, declaring);
  const [twice] = [...Map.groupBy(tags, (tag) => splitKey(tag)[0])].find(([, same]) => same.length > 1) ?? [];
  if (twice !== undefined) declaring.problem(declared, 'tags', `an installation has one tag of "${twice}" at most`);
  return tags;
}

function declareEvents(
  site: DeclaredInstallation,
  { key: installation, timezone }: InstallationState,
  declaring: Declaring,
): void {
  for (const declared of site.events ?? []) {
    const stored = declaring.stored('event', joinKey(installation, declared.name));
    const event: EventState = {
      installation,
      name: declared.name,
      ...datesOf(declared, stored, declaring),
      metrics: declared.metrics === undefined ? (stored?.metrics ?? []) : [...new Set(declared.metrics)],
      stopngoLimit: declared.stopngo === undefined ? (stored?.stopngoLimit ?? null) : (declared.stopngo?.limit ?? null),
      removedAt: parseOptionalInstant(declared.removedAt, timezone),
    };
    if (event.metrics.length === 0)
      declaring.problem(
        declared,
        declared.metrics === undefined ? '' : 'metrics',
        `the event ${declared.name} needs at least one metric`,
      );
    declaring.declare('event', event, declared, 'name', `the event ${declared.name} of ${installation}`);
  }
  if (!declaring.prune) return;
  for (const [key, stored] of declaring.current.event) {
    if (stored.installation !== installation || stored.removedAt !== null || declaring.isDeclared('event', key))
      continue;
    declaring.next.event.set(key, { ...stored, removedAt: declaring.now });
  }
}

/** Returns the dates of an event, both inclusive. A never-ending event has none. */
function datesOf(
  declared: DeclaredEvent,
  stored: EventState | undefined,
  declaring: Declaring,
): Pick<EventState, 'neverEnding' | 'dateBegin' | 'dateEnd'> {
  const dated = declared.dateBegin !== undefined || declared.dateEnd !== undefined;
  const neverEnding = firstDefined(declared.neverEnding, dated ? false : stored?.neverEnding, false);
  if (neverEnding) {
    if (dated)
      declaring.problem(
        declared,
        declared.dateBegin === undefined ? 'dateEnd' : 'dateBegin',
        'a never-ending event has no dates',
      );
    return { neverEnding, dateBegin: null, dateEnd: null };
  }
  const dateBegin = firstDefined(declared.dateBegin, stored?.dateBegin, null);
  const dateEnd = firstDefined(declared.dateEnd, stored?.dateEnd, null);
  if (dateBegin === null || dateEnd === null) {
    declaring.problem(declared, '', `the event ${declared.name} needs "dateBegin" and "dateEnd", or neverEnding: true`);
  } else if (dateEnd < dateBegin) declaring.problem(declared, 'dateEnd', 'dateEnd must not be before dateBegin');
  return { neverEnding, dateBegin, dateEnd };
}

export interface DeclareOptions {
  /** When moves and removals take effect. */
  readonly now: Instant;
  /** Whether records missing from the file are removed. Profiles and users never are. */
  readonly prune: boolean;
}

/**
 * Builds the state the file asks for from the stored one. Reports contradictions and unknown names to `reading`. The
 * result is only valid if there are no problems.
 */
export function declareSites(
  file: SiteFile,
  current: SiteState,
  reading: Reading,
  { now, prune }: DeclareOptions,
): SiteState {
  const declaring = new Declaring(current, reading, now, prune);
  declareOrganization(file, declaring);
  declareTags(file, declaring);
  declareProfiles(file, declaring);
  declareInstallations(file, declaring);
  declareMapViews(file, declaring);
  declareUsers(file, declaring);
  declareDashboards(file, declaring);
  declareNavigation(file, declaring);
  declareRecipientLists(file, declaring);
  declareAlerts(file, declaring);
  dropLostTags(declaring);
  return declaring.next;
}

/** Removes deleted tags from zones, sites and people that the file does not mention. */
function dropLostTags({ next }: Declaring): void {
  for (const [key, zone] of next.zone) {
    const tags = zone.tags.filter((tag) => next.tag.has(tag));
    if (tags.length < zone.tags.length) next.zone.set(key, { ...zone, tags });
  }
  for (const [key, site] of next.installation) {
    const tags = site.tags.filter((tag) => next.tag.has(tag));
    if (tags.length < site.tags.length) next.installation.set(key, { ...site, tags });
  }
  // Somebody whose last tag goes sees no site, rather than all.
  for (const [key, user] of next.user) {
    const siteTags = user.siteTags.filter((tag) => next.tag.has(tag));
    if (siteTags.length < user.siteTags.length) next.user.set(key, { ...user, siteTags });
  }
}

/** Declares the maps of zones. A declared map replaces the stored one as a whole. */
function declareMapViews(file: SiteFile, declaring: Declaring): void {
  if (declaring.prune) declaring.next.mapView.clear();
  for (const declared of file.mapViews ?? []) {
    const { zone: name, ...written } = declared;
    const zone = nameToKey('zone', String(name));
    if (!canRefer('zone', zone, declaring)) declaring.problem(declared, 'zone', `there is no zone "${name}"`);
    const config = rewriteMap({ version: mapVersion, ...written }, checkReferences(declared, declaring));
    declaring.declare('mapView', { zone, config }, declared, 'zone', `the map of ${name}`);
  }
}

/** Declares people's bookmarks and links. A given list replaces the stored one. Pruning does not touch them. */
function declareNavigation(file: SiteFile, declaring: Declaring): void {
  for (const user of file.users ?? []) {
    const { email, bookmarks, links } = user;
    if (bookmarks === undefined && links === undefined) continue;
    const stored = declaring.stored('navigation', email);
    const navigation: NavigationState = {
      user: email,
      bookmarks:
        bookmarks?.map(({ title, url, target }) => ({ title, url, target: target ?? '_self' })) ??
        stored?.bookmarks ??
        [],
      links:
        links?.map(({ text, url, iconSrc, openOutside }) => ({
          text,
          url,
          iconSrc: iconSrc ?? null,
          openOutside: openOutside ?? false,
        })) ??
        stored?.links ??
        [],
    };
    for (const place of [...(bookmarks ?? []), ...(links ?? [])]) checkAddress(place, declaring);
    if (navigation.bookmarks.length + navigation.links.length === 0) declaring.next.navigation.delete(email);
    else declaring.declare('navigation', navigation, user, 'email', `the bookmarks of ${email}`);
  }
}

function checkAddress(place: { readonly url: string }, declaring: Declaring): void {
  rewriteIds(place.url, (kind, word, within) => {
    const key = parseKey(word);
    if (key === null) declaring.problem(place, 'url', `name the ${kind} by its key, like {key}, not by its id ${word}`);
    else if (!isThere(kind, key, parseKey(within) ?? '', declaring))
      declaring.problem(place, 'url', `there is no ${kind} "${key}"`);
    return word;
  });
}

function isThere(kind: AddressedKind, key: string, within: string, declaring: Declaring): boolean {
  return declaring.next[kind].has(toRecordKey(kind, key, within));
}
