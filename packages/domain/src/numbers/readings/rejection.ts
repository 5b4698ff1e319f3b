/** Machine-readable reasons for rejecting a reading. Part of the public interface: add codes, never rename them. */
export const rejectionCodes = {
  MALFORMED: 'The item is no JSON object.',
  DEVICE_INVALID: 'device is missing or is no text of 1 to 128 characters.',
  UNKNOWN_DEVICE: 'No device with this serial belongs to the key.',
  DEVICE_REMOVED: 'The device was taken out of service before this time.',
  UNKNOWN_METRIC: 'No metric has this id.',
  METRIC_NOT_MEASURED: 'The device is of a kind, or a meter of something else, that does not measure the metric.',
  DERIVED_METRIC: 'The metric is computed by the product, not sent.',
  TIME_INVALID: 'at is missing or is no RFC 3339 time.',
  TIME_WITHOUT_OFFSET: 'at has no offset from UTC.',
  TIME_IN_FUTURE: 'at is more than one hour ahead.',
  TIME_TOO_OLD: 'at lies before the year 2000.',
  TIME_NOT_KEPT: 'at lies before the time from which the organization keeps readings.',
  VALUE_INVALID: 'value is missing or is no finite number.',
  VALUE_OUT_OF_RANGE: 'value is physically impossible for the metric.',
  INTERVAL_INVALID: 'interval is no whole number of seconds from 0 to 86400, or is missing for an amount.',
  KIND_INVALID: 'kind is neither register nor amount, or does not go with the metric.',
  WEIGHT_INVALID: 'weight is no number from 0 to 1000000.',
  VISITOR_INVALID: 'visitor is no text of 1 to 128 characters, is missing, or does not go with the metric.',
  PLACE_INVALID: 'x and y are not both from 0 to 1, are missing, or do not go with the metric.',
  UNKNOWN_FIELD: 'The reading has a field that is no field of readings and no descriptor.',
  DESCRIPTOR_INVALID: 'The descriptor does not take this value or does not go with the metric.',
} as const;

export type RejectionCode = keyof typeof rejectionCodes;

/** Rejected reading: a code for programs, a message for people. */
export interface Rejection {
  readonly code: RejectionCode;
  readonly message: string;
}

/** Truncates and quotes external text for a message. */
export function quoteText(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  return JSON.stringify(text.length > 64 ? `${text.slice(0, 64).toWellFormed()}…` : text);
}
