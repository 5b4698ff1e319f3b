import { isDeepStrictEqual } from 'node:util';
import { emptyCondition } from '@atrium/domain/actions/alerts';
import type { FiscalYear, Instant } from '@atrium/domain/core';
import { getDayName } from '@atrium/domain/sites';
import { Document, isCollection, isMap, isPair, isSeq, type Node } from 'yaml';
import type {
  AlertState,
  ConditionState,
  DashboardState,
  DeviceState,
  EventState,
  InstallationState,
  NavigationState,
  PageState,
  PassageState,
  PlacementState,
  SiteState,
  TagState,
  UserState,
} from '../../../sites/stored/index.ts';
import { isRemoved, watchesRemoved } from '../compare-states.ts';
import { keyToName } from '../definitions.ts';
import { defaultWidgetFields } from './dashboards.ts';
import { type Fields, formatTag, omitEmpty, writeInstant, writeMeter } from './fields.ts';
import { writeOpeningHours } from './opening-hours.ts';
import { writeRights } from './rights.ts';
import { writeTariff } from './tariffs.ts';
import { writeZones } from './write-zones.ts';

const some = (list: readonly string[]) => (list.length === 0 ? null : [...list]);

function writeRecipientLists({ recipientList }: SiteState): Fields[] {
  return [...recipientList.values()].map(({ name, emails, phones, users }) =>
    omitEmpty({ name, emails: some(emails), phones: some(phones), users: some(users) }),
  );
}

/** Writes the alerts of one site, except those that watch removed records. */
function writeAlerts(alerts: readonly AlertState[], state: SiteState): Fields[] {
  return alerts.filter((alert) => !watchesRemoved(alert, state)).map(writeAlert);
}

function writeAlert({ name, copy, enabled, condition, emails, phones, lists, notifications }: AlertState): Fields {
  return {
    ...omitEmpty({ name, copy: copy === 1 ? null : copy }),
    ...(enabled ? {} : { enabled }),
    condition: writeCondition(condition),
    ...omitEmpty({
      emails: some(emails),
      phones: some(phones),
      lists: some(lists),
      notifications: notifications.map(({ title, content, ...rest }) =>
        omitEmpty({ ...rest, title: title === ' ' ? null : title, content: content === '' ? null : content }),
      ),
    }),
  };
}

/** Leaves out fields that equal the defaults of a new condition. */
function writeCondition({ type, ...rest }: ConditionState): Fields {
  const usual: Fields = { ...emptyCondition(type) };
  const isUsual = (field: string, value: unknown) =>
    value === null || (Array.isArray(value) && value.length === 0) || isDeepStrictEqual(usual[field], value);
  return { type, ...Object.fromEntries(Object.entries(rest).filter(([field, value]) => !isUsual(field, value))) };
}

/** Longer blocks get one line per field. */
const longestLine = 140;

/** Formats YAML like handwritten files: a device, a passage or a list of words on one line where it fits. */
function formatYaml(content: object, header: string): string {
  const document = new Document(content, { version: '1.2' });
  document.commentBefore = header;
  if (isMap(document.contents)) for (const pair of document.contents.items) fold(pair.value as Node);
  return document.toString({ lineWidth: 0, flowCollectionPadding: true });
}

/** Puts a collection on one line if all its entries are; never a list of blocks. */
function fold(node: Node): void {
  if (!isCollection(node)) return;
  const inner = node.items.map((item) => (isPair(item) ? item.value : item) as Node);
  for (const item of inner) fold(item);
  const isFlat = inner.every((item) => !isCollection(item) || item.flow === true);
  const isListOfBlocks = isSeq(node) && inner.some((item) => isMap(item));
  if (isFlat && !isListOfBlocks && JSON.stringify(node).length <= longestLine) node.flow = true;
}

/**
 * Writes the file that reproduces this state in an empty store, and changes nothing in this one. Leaves out removed
 * records, except sites, zones and passages in the history of devices in service.
 */
export function writeSiteFile(state: SiteState): string {
  const organization = state.organization.get('');
  if (organization === undefined) throw new Error('there is no organization to write');
  const { name, address, embedOrigins, colours, factors, bands, migrationDeadline, keepReadings } = organization;
  const { firstWeekday, fiscalYear } = organization;
  const installations = [...state.installation.values()]
    .filter((site) => !isRemoved(site) || isSiteNamed(site.key, state))
    .map((site) => writeInstallation(site, state));
  const content = omitEmpty({
    organization: omitEmpty({
      name,
      address,
      embedOrigins,
      migrationDeadline: writeInstant(migrationDeadline, 'UTC'),
      keepReadings,
      firstWeekday: firstWeekday === 1 ? null : getDayName(firstWeekday),
      fiscalYear: fiscalYear && writeFiscalYear(fiscalYear),
    }),
    colours: { ...colours },
    ...(factors.length === 0 ? {} : { factors: factors.map((factor) => omitEmpty({ ...factor })) }),
    ...(bands.length === 0 ? {} : { bands: bands.map(({ band, ...rest }) => ({ ...omitEmpty(rest), ...band })) }),
    tags: writeTags(state),
    profiles: [...state.profile.values()].map((profile) => ({
      name: profile.name,
      rights: writeRights(profile.rights),
    })),
    users: [...state.user.values()].map((user) => ({
      ...writeUser(user),
      ...writeNavigation(state.navigation.get(user.email)),
    })),
    installations,
    mapViews: writeMapViews(state),
    dashboards: writeDashboards(state),
    recipientLists: writeRecipientLists(state),
  });
  const header = ` The sites of ${name}. Change what is here and apply it again: atrium site apply <this file>`;
  return formatYaml(content, header);
}

function writeFiscalYear({ firstMonth, pattern, start }: FiscalYear): Fields {
  return pattern === null ? { firstMonth } : { firstMonth, weeks: pattern, start };
}

function inService<Value extends object>(values: Iterable<Value>): Value[] {
  return [...values].filter((value) => !isRemoved(value));
}

function writeTags(state: SiteState): Fields {
  return Object.fromEntries(
    [...state.tagCategory.values()].map(({ name }) => [
      name,
      writeTagsWithin(
        null,
        [...state.tag.values()].filter((tag) => tag.category === name),
      ),
    ]),
  );
}

function writeTagsWithin(parent: string | null, tags: readonly TagState[]): (string | Fields)[] {
  return tags
    .filter((tag) => tag.parent === parent)
    .map(({ name }) => {
      const inner = writeTagsWithin(name, tags);
      return inner.length === 0 ? name : { name, tags: inner };
    });
}

function writeUser({ email, profile, role, language, firstName, lastName, sites, siteTags }: UserState): Fields {
  return {
    ...omitEmpty({ email, profile, role, language }),
    ...(firstName === '' ? {} : { firstName }),
    ...(lastName === '' ? {} : { lastName }),
    ...(sites === null ? {} : { sites }),
    ...(siteTags.length === 0 ? {} : { siteTags: siteTags.map(formatTag) }),
  };
}

function writeInstallation(site: InstallationState, state: SiteState): Fields {
  const { openingHours, creationDate, removedAt, tags, tariffs, ...plain } = site;
  const mine = <Value extends { readonly installation: string }>(values: Iterable<Value>) =>
    [...values].filter((value) => value.installation === site.key);
  const devices = mine(listWrittenDevices(state));
  const passages = mine(state.passage.values()).filter((passage) => !isRemoved(passage) || isNamed(passage, state));
  return omitEmpty({
    ...plain,
    tags: tags.map(formatTag),
    tariffs: tariffs.map(writeTariff),
    openingHours: writeOpeningHours(openingHours),
    creationDate: writeInstant(creationDate, site.timezone),
    removedAt: writeInstant(removedAt, site.timezone),
    zones: writeZones(mine(state.zone.values()), passages, devicesAnywhere(site.key, state), site.timezone),
    passages: [...passages].sort((a, b) => a.order - b.order).map((passage) => writePassage(passage, site.timezone)),
    devices: devices.map((device) => writeDevice(device, site)),
    events: inService(mine(state.event.values())).map(writeEvent),
    alerts: writeAlerts(mine(state.alert.values()), state),
  });
}

/** Returns the devices in service, and removed ones that virtual devices in service were made of. */
function listWrittenDevices(state: SiteState): DeviceState[] {
  const members = new Set(inService(state.device.values()).flatMap((one) => one.members.map(({ serial }) => serial)));
  return [...state.device.values()].filter((device) => !isRemoved(device) || members.has(device.serial));
}

const devicesAnywhere = (installation: string, state: SiteState): PlacementState[] =>
  listWrittenDevices(state).flatMap(({ placements }) =>
    placements.filter((placement) => placement.installation === installation),
  );

/** Whether a device in service was ever installed at the site, or a user is limited to it. */
function isSiteNamed(key: string, state: SiteState): boolean {
  return (
    devicesAnywhere(key, state).length > 0 ||
    [...state.user.values()].some(({ sites }) => sites?.includes(key) ?? false)
  );
}

function isNamed(passage: PassageState, state: SiteState): boolean {
  return devicesAnywhere(passage.installation, state).some(({ at }) => 'passage' in at && at.passage === passage.key);
}

const writeValidity = (
  { validFrom, validTo }: { validFrom: Instant | null; validTo: Instant | null },
  timezone: string,
) => omitEmpty({ validFrom: writeInstant(validFrom, timezone), validTo: writeInstant(validTo, timezone) });

function writePassage({ key, name, footfallOf, ends, removedAt }: PassageState, timezone: string): Fields {
  const periods = ends.map((period) => ({
    from: period.from ?? 'outside',
    to: period.to ?? 'outside',
    ...writeValidity(period, timezone),
  }));
  const joined = footfallOf === null ? (periods.length === 1 ? periods[0] : { ends: periods }) : {};
  return { key, name, ...joined, ...omitEmpty({ footfallOf, removedAt: writeInstant(removedAt, timezone) }) };
}

function writeDevice(device: DeviceState, site: InstallationState): Fields {
  const { serial, kind, name, interval, reportsZero, meter, members, installedAt, removedAt, placements } = device;
  const written = placements.map((placement) => ({
    ...(placement.installation === site.key ? {} : { installation: placement.installation }),
    ...placement.at,
    ...writeValidity(placement, site.timezone),
  }));
  const [only] = placements;
  const short = placements.length === 1 && only?.installation === site.key;
  return {
    serial,
    kind,
    name,
    ...(short ? written[0] : { placements: written }),
    interval,
    ...(reportsZero ? {} : { reportsZero }),
    ...writeMeter(meter),
    ...omitEmpty({
      members: members.map((member) => ({
        serial: member.serial,
        ...(member.factor === 1 ? {} : { factor: member.factor }),
        ...writeValidity(member, site.timezone),
      })),
      installedAt: writeInstant(installedAt, site.timezone),
      removedAt: writeInstant(removedAt, site.timezone),
    }),
  };
}

function writeEvent({ name, neverEnding, dateBegin, dateEnd, metrics, stopngoLimit }: EventState): Fields {
  const when = neverEnding ? { neverEnding } : { dateBegin, dateEnd };
  return {
    name,
    ...when,
    metrics: [...metrics],
    ...(stopngoLimit === null ? {} : { stopngo: { limit: stopngoLimit } }),
  };
}

/** Writes the maps of zones in service. */
function writeMapViews({ mapView, zone: zones }: SiteState): Fields[] {
  return [...mapView.values()]
    .filter(({ zone }) => {
      const found = zones.get(zone);
      return found !== undefined && !isRemoved(found);
    })
    .map(({ zone, config: { version: _version, ...config } }) => ({ zone: keyToName(zone), ...config }));
}

function writeDashboards(state: SiteState): Fields[] {
  return [...state.dashboard.values()].map((dashboard) => writeDashboard(dashboard, state));
}

function writeDashboard({ key, name, profiles, ...rest }: DashboardState, state: SiteState): Fields {
  const pages = [...state.page.values()].filter((page) => page.dashboard === key);
  return {
    key,
    name,
    // An empty list is not the same as null: it means no role.
    ...(profiles === null ? {} : { profiles }),
    ...omitEmpty({ ...rest, pages: pages.sort((a, b) => a.order - b.order).map(writePage) }),
  };
}

function writePage({ key, name, icon, widgets, widgetGlobalFilters }: PageState): Fields {
  return {
    key,
    name,
    ...omitEmpty({ icon, widgets: widgets.map(writeWidget), widgetGlobalFilters: [...widgetGlobalFilters] }),
  };
}

/** Leaves out fields that follow from the widget's position. */
function writeWidget(widget: Fields, index: number): Fields {
  const usual: Fields = defaultWidgetFields(index);
  return Object.fromEntries(Object.entries(widget).filter(([field, value]) => usual[field] !== value));
}

/** Writes a user's bookmarks and links. */
function writeNavigation(navigation: NavigationState | undefined): Fields {
  if (navigation === undefined) return {};
  const { bookmarks, links } = navigation;
  return omitEmpty({
    bookmarks: bookmarks.map(({ title, url, target }) => ({ title, url, ...(target === '_self' ? {} : { target }) })),
    links: links.map(({ text, url, iconSrc, openOutside }) => ({
      text,
      url,
      ...(iconSrc === null ? {} : { iconSrc }),
      ...(openOutside ? { openOutside } : {}),
    })),
  });
}
