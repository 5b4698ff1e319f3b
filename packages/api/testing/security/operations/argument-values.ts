import { idBearingEnums } from './id-bearing-enums.ts';
import type { Leaf } from './operations.ts';

/** Values chosen for enums, by path. */
export type EnumValues = ReadonlyMap<string, string>;

/**
 * Target of an argument: rows of a table by id, rows of any table when the name does not tell, or a key's public id.
 */
export type Belonging =
  | {
      readonly table: string;
      /** Index of the caller's own row to use; default: the first. */
      readonly own?: number;
    }
  | 'of any table'
  | 'public key';

/** Enum values that fit the other arguments of an operation. */
const defaultEnumValues: Readonly<Record<string, string>> = {
  ExportDataType: 'counting',
  ExportTarget: 'zone',
  DeviceKind: 'pad',
  GroupByType: 'TAG',
  ReadingCorrectionKind: 'void',
};

const lastName = (path: string) => path.split('.').at(-1) ?? path;

/**
 * Returns the chosen value of an enum. Otherwise returns the usual or first value when required, and undefined when
 * optional.
 */
function wordOf({ path, type, words, isRequired }: Leaf, chosen: EnumValues): string | undefined {
  const word =
    chosen.get(path) ??
    (isRequired ? (idBearingEnums[type]?.usual ?? defaultEnumValues[type] ?? words?.[0]) : undefined);
  return word;
}

/** Returns what a leaf refers to, if that belongs to an organization; null otherwise. */
export function findBelonging(leaf: Leaf, chosen: EnumValues): Belonging | null {
  const { path, type, idBearingEnum } = leaf;
  if (idBearingEnum !== null) {
    const meaning = meaningOf(idBearingEnum, chosen);
    return 'table' in meaning ? meaning : null;
  }
  const name = lastName(path);
  if (name === 'publicId') return 'public key';
  if (type !== 'Int' || !/(^id|Id|^ids|Ids)$/.test(name)) return null;
  const table = tableOf(name);
  if (table === null) return 'of any table';
  // A site's air sensor comes after its counter.
  return name.startsWith('deviceAtmosphere') ? { table, own: 1 } : { table };
}

function meaningOf(idBearingEnum: NonNullable<Leaf['idBearingEnum']>, chosen: EnumValues) {
  const { usual, meanings } = idBearingEnums[idBearingEnum.type] as (typeof idBearingEnums)[string];
  const word = chosen.get(idBearingEnum.path) ?? usual;
  const meaning = meanings[word];
  if (meaning === undefined) throw new Error(`${idBearingEnum.type} ${word} has no meaning in idBearingEnums.ts`);
  return meaning;
}

/** Argument names that differ from their table's name. */
const tablesByStem: Readonly<Record<string, string>> = {
  alertLog: 'alert_logs',
  planning: 'alert_plannings',
  site: 'installations',
  pad: 'devices',
  deviceAtmosphere: 'devices',
  screen: 'stop_and_go_screens',
  correction: 'inside_corrections',
  draft: 'dashboard_drafts',
  sender: 'device_senders',
};

/** Returns the table of an id argument; null for a bare `id`, which only the operation's name identifies. */
function tableOf(name: string): string | null {
  const stem = /^(.*?)Ids?$/.exec(name)?.[1];
  if (!stem) return null;
  if (Object.hasOwn(tablesByStem, stem)) return tablesByStem[stem] ?? null;
  const words = stem.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replace(/^_/, '');
  return words.endsWith('y') ? `${words.slice(0, -1)}ies` : `${words}s`;
}

const isPeriodEnd = (path: string) => /^(correction\.)?(from|to)$/.test(path);

/**
 * Returns a harmless value for an argument that refers to nothing, by name or type. Throws for unknown arguments until
 * a value is added here, because an invalid call would prove nothing.
 */
export function getPlainValue(leaf: Leaf, chosen: EnumValues): unknown {
  const { path, type, idBearingEnum } = leaf;
  if (leaf.words !== null) return wordOf(leaf, chosen);
  if (idBearingEnum !== null) {
    const meaning = meaningOf(idBearingEnum, chosen);
    if ('plain' in meaning) return meaning.plain;
  }
  const now = Date.now();
  // For exports; elsewhere these are dates.
  if (type === 'Timestamp' && isPeriodEnd(path)) return path.endsWith('to') ? now : now - 86_400_000;
  if (type === 'Timestamp' && path === 'since') return now - 86_400_000;
  if (type === 'Timestamp' && path === 'until' && leaf.isRequired) return now + 86_400_000;
  const byPath: Record<string, unknown> = {
    'map.list': '',
    'map.device': 'device',
    'map.time': '',
    'map.interval': 300,
    'map.numbers.factor': 1,
    'map.numbers.path': 'in',
    'bands.metric': 'luminosity',
    'bands.atLeast': [500, 300, 200, 100],
    'bands.from': undefined,
    'bands.to': undefined,
    'query.hours.from': undefined,
    'query.hours.to': undefined,
    'query.comparedWithin': undefined,
    dates: '2020-01-01',
    'input.days': 1,
    'input.language': 'en',
    language: 'en',
    // For Stop&Go screens; elsewhere a number of rows.
    'input.limit': 50,
    from: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10),
    to: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
    'filter.dates.begin': 0,
    'filter.dates.end': 4_000_000_000_000,
    'filter.from': 0,
    'filter.to': 4_000_000_000_000,
    'entry.metrics.type': 'co2',
    'entry.metrics.threshold': 1,
    // The clock of the test world always shows noon.
    'entry.dateBegin': Date.now() - 2 * 86_400_000,
    'entry.dateEnd': undefined,
    'entry.message': 'Walker',
    dateEnd: undefined,
    message: 'Walker',
    // A site file is sent as a text or as a file.
    upload: undefined,
    startedAt: Date.now() - 1_200_000,
    finishedAt: Date.now() - 600_000,
    along: [],
    against: [],
    // People inside; elsewhere a factor.
    value: 3,
    ...ofForms,
    // The version of a new site that was never read.
    version: leaf.isRequired ? 1 : undefined,
  };
  // One query of a list takes the same values as a single query.
  const known = path.replace(/^queries\./, 'query.');
  if (Object.hasOwn(byPath, known)) return byPath[known];
  if (path.startsWith('config.')) return ofMap(leaf);
  const name = lastName(path);
  if (type === 'File') return new File(['no picture'], 'picture.png', { type: 'image/png' });
  const meter = [...chosen.values()].map((word) => meterOf[word.split('_')[0] ?? '']).find((one) => one !== undefined);
  if (meter !== undefined && name === 'metric') return meter;
  if (meter !== undefined && name === 'metrics') return [meter];
  if (Object.hasOwn(byName, name)) return byName[name];
  if (type === 'Boolean') return false;
  throw new Error(`no value for an argument ${path}: ${type}; say in plainValue what it takes`);
}

/** Returns values for a map's configuration. */
function ofMap({ path, type }: Leaf): unknown {
  const name = lastName(path);
  if (type === 'Boolean') return false;
  if (type === 'Float') return 1;
  if (type === 'Int') return name === 'fontSize' ? 12 : 200;
  if (/color|background/i.test(name)) return '#000000';
  const words: Readonly<Record<string, string>> = {
    path: 'M0 0L1 1',
    file: 'plan',
    mode: 'hover',
    position: 'top',
    tooltipPosition: 'top',
    filterType: 'custom',
    type: 'affluenceIn',
    metrics: 'affluenceIn',
  };
  return words[name] ?? 'Walker';
}

/** Meaning of the columns in a readings file. */
const ofReadingsFile: Readonly<Record<string, unknown>> = {
  'input.timezone': 'Europe/Zurich',
  'input.timeColumn': 'time',
  'input.deviceColumn': undefined,
  'input.serial': 'PAD-1',
  'input.interval': 300,
  'input.maps.column': 'in',
  'input.maps.unit': undefined,
  'input.maps.serial': undefined,
  'input.clockColumn': undefined,
  'input.nameColumn': undefined,
  'input.valueColumn': undefined,
  'input.across.metric': 'affluenceIn',
  'input.across.unit': undefined,
  'input.exportTo': undefined,
  'input.maps.metric': 'affluenceIn',
};

/** Complete declaration of a new site. */
const ofDeclaredSites: Readonly<Record<string, unknown>> = {
  'category.tags.parent': undefined,
  ...ofReadingsFile,
  'declaration.key': 'walker',
  'declaration.changeOfDay': '04:00',
  'declaration.city': 'Walkton',
  'declaration.shopId': 'walker',
  'declaration.area': 100,
  'declaration.currency': 'CHF',
  'declaration.tariffs.price': 0.3,
  'declaration.tariffs.validFrom': '2026-01-01',
  'declaration.tariffs.validTo': undefined,
  'declaration.tariffs.lowPrice': 0.2,
  'declaration.tariffs.lowHours.day': 1,
  'declaration.tariffs.lowHours.hours': '22:00-06:00',
  'declaration.tariffs.standingPerDay': undefined,
  'declaration.tariffs.standingPerMonth': undefined,
  'fiscalYear.firstMonth': 2,
  'fiscalYear.pattern': '4-5-4',
  'fiscalYear.start': 'LAST',
  'declaration.latitude': 47,
  'declaration.longitude': 8,
  'declaration.creationDate': '2026-01-01',
  'declaration.closedDates': '2026-08-01',
  'declaration.startsAnew': false,
  'declaration.openingHours.day': 1,
  'declaration.openingHours.hours': '08:00-19:00',
  'declaration.zones.key': 'floor',
  'declaration.zones.area': undefined,
  'declaration.zones.limit': 10,
  'declaration.zones.queueLength': undefined,
  'declaration.zones.disabled': false,
  'declaration.zones.tags': [],
  'declaration.zones.parents': [],
  'declaration.zones.removedAt': undefined,
  'declaration.passages.key': 'door',
  'declaration.passages.footfallOf': undefined,
  'declaration.passages.ends.from': 'outside',
  'declaration.passages.ends.to': 'floor',
  'declaration.passages.ends.validFrom': undefined,
  'declaration.passages.ends.validTo': undefined,
  'declaration.passages.removedAt': undefined,
  'declaration.devices.serial': 'WALKER-PAD',
  'declaration.devices.interval': 60,
  'declaration.devices.reportsZero': true,
  'declaration.devices.metric': undefined,
  'declaration.devices.origin': undefined,
  'declaration.devices.destination': undefined,
  'declaration.devices.use': undefined,
  'declaration.devices.type': undefined,
  'declaration.devices.temperature': undefined,
  'declaration.devices.rollover': undefined,
  'declaration.devices.sends': undefined,
  'declaration.devices.main': undefined,
  'declaration.devices.installedAt': undefined,
  'declaration.devices.removedAt': undefined,
  'declaration.devices.placements.installation': undefined,
  'declaration.devices.placements.passage': 'door',
  'declaration.devices.placements.zone': undefined,
  'declaration.devices.placements.validFrom': undefined,
  'declaration.devices.placements.validTo': undefined,
  'declaration.devices.members.serial': 'WALKER-METER',
  'declaration.devices.members.factor': 1,
  'declaration.devices.members.validFrom': undefined,
  'declaration.devices.members.validTo': undefined,
  'declaration.events.neverEnding': true,
  'declaration.events.dateBegin': undefined,
  'declaration.events.dateEnd': undefined,
  'declaration.events.metrics': 'affluenceIn',
  'declaration.events.limit': undefined,
  'declaration.events.removedAt': undefined,
};

const quietTime = { days: [1], from: '22:00', to: '06:00' };

/** Fields of forms whose names mean something else elsewhere. */
const ofForms: Readonly<Record<string, unknown>> = {
  ...ofDeclaredSites,
  'input.pages.metrics': ['affluenceIn'],
  'input.seconds': 30,
  ...Object.fromEntries(
    ['conditions', 'conditionsToAdd', 'input.condition'].flatMap((above) =>
      Object.entries(quietTime).map(([name, value]) => [`${above}.quietTimes.${name}`, value]),
    ),
  ),
};

/** Descriptors of meters require their own metrics. */
const meterOf: Readonly<Record<string, string>> = {
  ELECTRICITY: 'electricityConsumption',
  COMBUSTIBLE: 'combustibleConsumption',
  WATER: 'waterConsumption',
};

const byName: Readonly<Record<string, unknown>> = {
  beforeDelivery: undefined,
  // Any current revision of a map.
  revision: undefined,
  email: 'nobody@walker.example',
  password: 'Walker-pass-1',
  token: 'no such token',
  deviceId: 'a browser',
  name: 'Walker',
  note: 'Walker',
  firstName: 'Walker',
  lastName: 'Walker',
  phone: '+41790000000',
  lang: 'en',
  language: 'en',
  timezone: 'UTC',
  dateFormat: 'DD/MM/YYYY',
  address: 'Walkway 1',
  file: 'organization: { name: Walker }',
  uploaderDateTime: '2026-03-01T09:00:00',
  uploaderTimezone: 'Europe/Zurich',
  code: 'no such code',
  otp: '000000',
  oldPassword: 'Walker-pass-0',
  newPassword: 'Walker-pass-2',
  title: 'Walker',
  emails: ['nobody@walker.example'],
  hour: 7,
  includedDays: 1,
  key: 'silence 1',
  url: '/walker',
  path: '/walker',
  order: 0,
  project: 'retail',
  prune: false,
  dryRun: true,
  after: undefined,
  first: 10,
  searchValue: 'Canary',
  search: '?v=1',
  metric: 'affluenceIn',
  month: '2020-01',
  text: 'walker;visitors;2020-01;1',
  firstMonth: '2020-01',
  firstWeekday: 7,
  lastMonth: '2020-12',
  metrics: ['affluenceIn'],
  actions: ['session.signedIn'],
  granularity: 3600,
  clientId: 'walkers-count',
  lifetimeDays: 90,
  limit: 100,
  complementary: undefined,
  country: 'CH',
  since: '2026-01-01',
  resource: 'electricity',
  per: 'kgCo2PerKwh',
  value: 0.1,
  below: undefined,
  // For alerts: values of a CO2 condition, and messages.
  min: undefined,
  max: undefined,
  endValue: undefined,
  endMin: undefined,
  endMax: undefined,
  interval: undefined,
  enterHold: 0,
  leaveHold: 0,
  maxTrigger: undefined,
  remindEvery: undefined,
  severity: undefined,
  quietTimes: undefined,
  quietOnClosedDays: undefined,
  severities: undefined,
  msgTitle: 'Walker',
  msgContent: 'Walker',
  recipients: undefined,
  phones: undefined,
  mails: undefined,
  until: undefined,
  endpoint: 'https://push.example/walker',
  p256dh: `B${'a'.repeat(86)}`,
  auth: 'a'.repeat(22),
  reason: 'Walker',
  amount: undefined,
  lastLevel: undefined,
  idempotencyKey: undefined,
  version: 1,
  published: undefined,
  content: {
    name: 'Walker',
    isOwn: true,
    pages: [
      { key: 'walker', name: 'Walker', widgets: [{ version: 1, id: 1, order: 0, type: 'weather', title: 'Walker' }] },
    ],
  },
};

/** Free texts that are no credentials and refer to nothing; the walk fills them with another organization's words. */
export const isFreeText = (leaf: Leaf, chosen: EnumValues) =>
  leaf.type === 'String' &&
  findBelonging(leaf, chosen) !== 'public key' &&
  !/^(password|oldPassword|newPassword|token|code|otp)$/.test(lastName(leaf.path));
