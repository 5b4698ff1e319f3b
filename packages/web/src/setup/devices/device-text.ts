import { type Instant, instantToDate } from '@atrium/domain/core';
import { type DateReader, formatClockSeconds, formatNumber, formatShortDate } from '@atrium/domain/core/format';
import type { Text, Translate } from '../../i18n/index.ts';
import type { DeviceSenderDetailQuery, DeviceSenderFragment } from './operations.generated.ts';

export type Sender = DeviceSenderFragment;
export type Detail = DeviceSenderDetailQuery['deviceSender'];
export type Packet = Detail['packets'][number];
export type Place = Detail['places'][number];

/** Names of makers and networks; the same in every language. */
const makers: Readonly<Record<string, string>> = {
  thingsStack: 'The Things Stack',
  chirpStack: 'ChirpStack',
  actility: 'Actility ThingPark',
  helium: 'Helium',
  xovis: 'Xovis',
  axis: 'AXIS',
  hikvision: 'Hikvision',
  brickstream: 'Brickstream',
  vivotek: 'Vivotek',
  footfallCam: 'FootfallCam',
  shelly: 'Shelly',
  airthings: 'Airthings',
  awair: 'Awair',
  terabee: 'Terabee',
  density: 'Density',
  imBuildings: 'IMBuildings',
};

/** Describes a device: its model with its network, its maker, or its field map. */
export function formatKind({ dialect, model, name }: Sender, t: Translate): string {
  if (dialect === null) return t('devices.notUnderstood');
  if (dialect === 'fieldMap') return t('devices.byMap', { name: name ?? '' });
  const maker = makers[dialect] ?? dialect;
  return model === null ? maker : t('devices.modelBy', { model, maker });
}

/** Formats a time in the place's time zone: 14:47:58, with the date unless it is today. */
export function formatTime(at: Instant, timezone: string, now: Instant, reader: DateReader): string {
  const date = instantToDate(timezone, at);
  const clock = formatClockSeconds(at, timezone);
  return date === instantToDate(timezone, now) ? clock : `${formatShortDate(date, reader)} ${clock}`;
}

export const formatCount = (value: number, { locale }: Pick<Text, 'locale'>): string =>
  formatNumber(value, { locale, decimals: 0 });

/** Formats an offset from UTC: +08:00. */
export function formatOffset(minutes: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`;
}

/** Sums a packet's readings of a metric; null if it has none. */
export function sumReadings({ readings }: Packet, metric: string): number | null {
  const found = readings.filter((reading) => reading.metric === metric);
  return found.length === 0 ? null : found.reduce((sum, { value }) => sum + value, 0);
}

export const toPlaceKey = ({ passageId, zoneId }: Pick<Place, 'passageId' | 'zoneId'>): string =>
  `${passageId ?? ''} ${zoneId ?? ''}`;
