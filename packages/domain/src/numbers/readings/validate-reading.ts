import { err, type Instant, ok, type Result } from '../../core/index.ts';
import type { CounterKind } from '../../sites/index.ts';
import { isCounterKind } from './counter-kind.ts';
import { explainDerived } from './derived-metrics.ts';
import { describeDescriptorValues, isDescriptorName, toDescriptorText } from './descriptors.ts';
import type { Reading } from './reading.ts';
import { parseOffsetTime } from './reading-time.ts';
import { quoteText, type Rejection, type RejectionCode } from './rejection.ts';
import { deviceStatusCodes, type SendableMetric, sendableMetrics } from './sendable-metrics.ts';

/** Device clocks may run ahead by up to this (ms); beyond it the time is invalid. */
const aheadAllowed = 3_600_000;
const oldest: Instant = Date.UTC(2000, 0, 1);
const longestText = 128;
const greatestInterval = 86_400;
const greatestWeight = 1_000_000;

type Raw = Readonly<Record<string, unknown>>;
type Checked<Value> = Result<Value, Rejection>;

/**
 * Validates one external reading. Pure and total: any value yields a reading or a rejection. Hand-written, because it
 * runs hundreds of thousands of times a second.
 */
export function validateReading(raw: unknown, now: Instant): Checked<Reading> {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    return refuse('MALFORMED', 'A reading is a JSON object.');
  }
  const fields = raw as Raw;
  const serial = fields.device;
  if (!isText(serial))
    return refuse('DEVICE_INVALID', `device takes the serial of a device, not ${quoteText(serial)}.`);
  const metric = checkMetric(fields.metric);
  if (!metric.ok) return metric;
  const at = checkTime(fields.at, now);
  if (!at.ok) return at;
  const value = checkValue(metric.value, fields.value);
  if (!value.ok) return value;
  const interval = fields.interval ?? 0;
  if (!isNumberWithin(interval, 0, greatestInterval) || !Number.isInteger(interval)) {
    return refuse(
      'INTERVAL_INVALID',
      `interval takes whole seconds from 0 to ${greatestInterval}, not ${quoteText(interval)}.`,
    );
  }
  const kind = checkKind(metric.value, fields.kind, interval);
  if (!kind.ok) return kind;
  const weight = fields.weight ?? 1;
  if (!isNumberWithin(weight, 0, greatestWeight)) {
    return refuse('WEIGHT_INVALID', `weight takes a number from 0 to ${greatestWeight}, not ${quoteText(weight)}.`);
  }
  const visitor = checkVisitor(metric.value, fields.visitor);
  if (!visitor.ok) return visitor;
  const place = checkPlace(metric.value, fields.x, fields.y);
  if (!place.ok) return place;
  const descriptors = canonicalDescriptors(metric.value, fields);
  if (!descriptors.ok) return descriptors;
  return ok({
    serial,
    metric: metric.value.id,
    at: at.value,
    descriptors: descriptors.value,
    kind: kind.value,
    visitor: visitor.value,
    x: place.value[0],
    y: place.value[1],
    value: value.value,
    weight: weight + 0,
    interval: interval + 0,
  });
}

function refuse(code: RejectionCode, message: string): { readonly ok: false; readonly error: Rejection } {
  return err({ code, message });
}

/** Rejects lone surrogates and control characters: a store would change them, and so the identity. */
function isText(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value.length > 0 &&
    value.length <= longestText &&
    value.isWellFormed() &&
    !hasControl(value)
  );
}

function hasControl(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 32 || code === 127) return true;
  }
  return false;
}

function isNumberWithin(value: unknown, min: number, max: number): value is number {
  return typeof value === 'number' && value >= min && value <= max;
}

function checkMetric(id: unknown): Checked<SendableMetric> {
  const metric = typeof id === 'string' ? sendableMetrics.get(id) : undefined;
  if (metric !== undefined) return ok(metric);
  const reason = typeof id === 'string' ? explainDerived(id) : null;
  if (reason !== null) return refuse('DERIVED_METRIC', `${id} can't be sent: ${reason}.`);
  return refuse('UNKNOWN_METRIC', `There is no metric ${quoteText(id)}.`);
}

function checkTime(text: unknown, now: Instant): Checked<Instant> {
  const at = typeof text === 'string' ? parseOffsetTime(text) : 'notATime';
  if (at === 'notATime')
    return refuse('TIME_INVALID', `at takes an RFC 3339 time with offset, not ${quoteText(text)}.`);
  if (at === 'noOffset')
    return refuse(
      'TIME_WITHOUT_OFFSET',
      `at needs an offset from UTC (Z or +02:00): ${quoteText(text)} could be two moments.`,
    );
  if (at > now + aheadAllowed) return refuse('TIME_IN_FUTURE', `at is more than an hour ahead: ${quoteText(text)}.`);
  if (at < oldest) return refuse('TIME_TOO_OLD', `at lies before 2000: ${quoteText(text)}.`);
  return ok(at);
}

function checkValue(metric: SendableMetric, raw: unknown): Checked<number> {
  const value = numericValue(metric, raw);
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    return refuse('VALUE_INVALID', `value takes a finite number, not ${quoteText(raw)}.`);
  }
  if (value < metric.min || value > metric.max || (metric.kind === 'status' && !Number.isInteger(value))) {
    return refuse('VALUE_OUT_OF_RANGE', `${metric.id} takes values from ${metric.min} to ${metric.max}, not ${value}.`);
  }
  if ((metric.kind === 'flow' || metric.kind === 'count') && !Number.isInteger(value)) {
    return refuse('VALUE_INVALID', `${metric.id} counts one by one: value takes whole numbers, not ${value}.`);
  }
  // Adding 0 turns -0 into 0, which stores print and compare alike.
  return ok(value + 0);
}

function checkKind(metric: SendableMetric, kind: unknown, interval: number): Checked<CounterKind | null> {
  if (kind === undefined || kind === null) return ok(null);
  if (metric.kind !== 'counter') return refuse('KIND_INVALID', `${metric.id} does not go with kind.`);
  if (!isCounterKind(kind)) return refuse('KIND_INVALID', `kind takes register or amount, not ${quoteText(kind)}.`);
  if (kind === 'amount' && interval === 0)
    return refuse('INTERVAL_INVALID', 'An amount needs its interval: whole seconds above 0.');
  return ok(kind);
}

/** A visitor without a value counts as 1; a status may be sent as its code's name. */
function numericValue(metric: SendableMetric, raw: unknown): unknown {
  if (metric.kind === 'distinct') return raw ?? 1;
  if (metric.kind !== 'status' || typeof raw !== 'string') return raw;
  const position = (deviceStatusCodes as readonly string[]).indexOf(raw);
  return position === -1 ? raw : position;
}

function checkVisitor(metric: SendableMetric, visitor: unknown): Checked<string> {
  const { kind } = metric;
  if (visitor === undefined || visitor === null) {
    return kind === 'distinct' ? refuse('VISITOR_INVALID', `${metric.id} needs a visitor.`) : ok('');
  }
  if (kind === 'sample' || kind === 'counter' || kind === 'status' || kind === 'state') {
    return refuse('VISITOR_INVALID', `${metric.id} does not go with a visitor.`);
  }
  return isText(visitor)
    ? ok(visitor)
    : refuse('VISITOR_INVALID', `visitor takes a text of 1 to ${longestText} characters.`);
}

const nowhere = ok([-1, -1] as const);

/** Single precision, as stored; otherwise a repeated position would differ from the stored one. */
function checkPlace(metric: SendableMetric, x: unknown, y: unknown): Checked<readonly [number, number]> {
  const absent = (x === undefined || x === null) && (y === undefined || y === null);
  if (metric.kind !== 'presence') {
    return absent ? nowhere : refuse('PLACE_INVALID', `${metric.id} does not go with x and y.`);
  }
  if (!isNumberWithin(x, 0, 1) || !isNumberWithin(y, 0, 1)) {
    return refuse('PLACE_INVALID', `${metric.id} needs x and y, both from 0 to 1.`);
  }
  return ok([Math.fround(x) + 0, Math.fround(y) + 0]);
}

function canonicalDescriptors(metric: SendableMetric, fields: Raw): Checked<string> {
  let canonical = '';
  let several: string[] | null = null;
  for (const name in fields) {
    if (isField(name)) continue;
    const value = fields[name];
    if (value === undefined || value === null) continue;
    if (!isDescriptorName(name)) return refuse('UNKNOWN_FIELD', `A reading has no field ${quoteText(name)}.`);
    if (!metric.descriptors.includes(name))
      return refuse('DESCRIPTOR_INVALID', `${metric.id} does not go with ${name}.`);
    const text = toDescriptorText(name, value);
    if (text === null)
      return refuse('DESCRIPTOR_INVALID', `${name} takes ${describeDescriptorValues(name)}, not ${quoteText(value)}.`);
    const pair = `${name}=${text}`;
    if (canonical === '') canonical = pair;
    else if (several === null) several = [canonical, pair];
    else several.push(pair);
  }
  return ok(several === null ? canonical : several.sort().join(';'));
}

function isField(name: string): boolean {
  switch (name) {
    case 'device':
    case 'metric':
    case 'at':
    case 'value':
    case 'interval':
    case 'kind':
    case 'weight':
    case 'visitor':
    case 'x':
    case 'y':
      return true;
    default:
      return false;
  }
}
