import { conditionTypes, deviations, severities } from '@atrium/domain/actions/alerts';
import type { Weekday } from '@atrium/domain/core';
import { metrics } from '@atrium/domain/numbers';
import { deviceStatusCodes } from '@atrium/domain/numbers/readings';
import { actionTypes } from '../../../actions/alerts/index.ts';
import { block, list, nullable, type Read, type Reader, scalar } from './readers.ts';
import { choice, email, flag, key, number, text, time, whole } from './values.ts';

const level = nullable(number('a number', -1e9, 1e9));
const seconds = whole('a time in whole seconds, 0 or more', 0, 1e7);

const weekday: Reader<Weekday> = scalar('a weekday from 1, Monday, to 7', (value) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 7 ? (value as Weekday) : null,
);

const quietTime = block('a quiet time', { days: list('weekdays', weekday), from: time, to: time }, {});

/** The condition of an alert, with the API's field names, and keys in place of ids. */
const condition = block(
  'a condition',
  { type: choice(conditionTypes) },
  {
    severity: choice(severities),
    zone: nullable(key),
    passages: list('keys of passages', key),
    event: nullable(text),
    devices: list('serials of devices', text),
    airSensors: list('serials of air sensors', text),
    direction: nullable(choice(['in', 'out'])),
    kinds: list('kinds of devices', choice(['pad', 'atmosphere', 'meter', 'camera'])),
    padStatusCodes: list('codes of statuses', choice(deviceStatusCodes)),
    metric: nullable(choice(metrics.map(({ id }) => id))),
    deviation: nullable(choice(deviations)),
    interval: nullable(seconds),
    value: level,
    min: level,
    max: level,
    endValue: level,
    endMin: level,
    endMax: level,
    enterHold: seconds,
    leaveHold: seconds,
    onlyWhileOpen: flag,
    maxTrigger: nullable(whole('a number of times, 1 or more', 1, 1e6)),
    remindEvery: nullable(seconds),
    quietTimes: list('quiet times', quietTime),
    quietOnClosedDays: flag,
  },
);

/** The alert's own check enforces the maximum length. */
const anyText: Reader<string> = scalar('a text', (value) => (typeof value === 'string' ? value : null));

const notification = block(
  'a notification',
  { type: choice(actionTypes) },
  { title: anyText, content: anyText, address: text },
);

const phone: Reader<string> = scalar('a phone number like +41791234567', (value) =>
  typeof value === 'string' && /^\+\d{6,15}$/.test(value) ? value : null,
);

/** A field left out keeps the stored value. A condition is always declared as a whole. */
export const alert = block(
  'an alert',
  { name: text, condition },
  {
    copy: whole('which of the alerts of that name, 2 or more', 2, 1000),
    enabled: flag,
    emails: list('emails', email),
    phones: list('phone numbers', phone),
    lists: list('names of recipient lists', text),
    notifications: list('notifications', notification),
  },
);

export const recipientList = block(
  'a recipient list',
  { name: text },
  { emails: list('emails', email), phones: list('phone numbers', phone), users: list('emails of users', email) },
);

export type DeclaredAlert = Read<typeof alert>;
export type DeclaredCondition = Read<typeof condition>;
