import { descriptorValues, rejectionCodes, sendableMetrics } from '@atrium/domain/numbers/readings';
import { defaultIngestLimits } from '../../src/numbers/ingest/ingest-limits.ts';
import { code, toPage, toTable } from './markdown.ts';

const plain = (value: number) => value.toLocaleString('en-US');

/** Fields of a reading: name, form, and the kinds of metrics it goes with. */
const fields: readonly (readonly [name: string, takes: string, meaning: string])[] = [
  ['device', 'text of 1 to 128 characters, required', 'serial of the device'],
  ['metric', 'a metric below, required', 'what was measured'],
  ['at', 'RFC 3339 time with offset, required', 'start of the interval; the instant for samples and counters'],
  ['value', 'number; 1 for visitors', 'the measured value, in the metric’s unit'],
  ['interval', 'whole seconds from 0 to 86400; default 0', 'length of the interval; 0 is an instant'],
  ['kind', '`register` or `amount`', 'state of a meter’s register, or consumption of the interval'],
  ['weight', 'number from 0 to 1000000; default 1', 'visits that a duration describes'],
  ['visitor', 'text of 1 to 128 characters', 'pseudonymous key, for distinct visitors'],
  ['x, y', 'numbers from 0 to 1', 'place on the device’s picture, from the top left, for presence'],
];

const statuses: readonly (readonly [status: string, body: string, action: string])[] = [
  ['200', '`accepted`, `unchanged`, `corrected`, `rejected`', 'accepted readings survive a power cut'],
  ['400', '`code`, `message`', 'the body cannot be read: correct it'],
  ['401', '`code`, `message`', 'the key is unknown: check it'],
  ['413', '`code`, `message`', 'the body is too large: send less at once'],
  ['429', '`code`, `message`', 'the key sends too fast: wait as `Retry-After` says'],
  ['503', '`code`, `message`', 'the server cannot accept more: wait as `Retry-After` says'],
];

/** Builds docs/reference/ingestion.md. */
export function buildIngestionPage(): string {
  const { readingsPerRequest, bytesPerRequest, requestsPerSecond, itemsPerSecond } = defaultIngestLimits;
  return toPage(
    '# Ingestion API',
    'This page is the reference of sending readings, for developers of gateways and integrations. The tutorial is [First integration](../tutorials/first-integration.md).',
    'Send `POST /ingest/v1/readings` with `Authorization: Bearer <key>`. The body is a JSON array, `{ "readings": [ ] }`, a single reading, or one JSON object per line (`application/x-ndjson`). It may be gzipped.',
    `Over MQTT 3.1.1, publish the same body to \`atrium/v1/<key id>/readings\` with QoS 1. Rejected readings are reported on \`atrium/v1/<key id>/answers\`.`,
    'A reading is identified by device, metric, kind, time and descriptors. Resending it changes nothing. Resending it with another value corrects it.',
    `## Limits\n\n${toTable(
      ['limit', 'value'],
      [
        ['readings in a request', plain(readingsPerRequest)],
        ['bytes of a body, before and after decompression', plain(bytesPerRequest)],
        ['requests a second of a key', plain(requestsPerSecond)],
        ['readings a second of a key', plain(itemsPerSecond)],
      ],
    )}`,
    `## Fields of a reading\n\n${toTable(
      ['field', 'takes', 'meaning'],
      fields.map(([name, ...rest]) => [name.split(', ').map(code).join(', '), ...rest]),
    )}\n\nAny other field must be a descriptor of the metric.`,
    `## Metrics that devices send\n\n${toTable(
      ['metric', 'kind', 'from', 'to', 'descriptors'],
      [...sendableMetrics.values()].map(({ id, kind, min, max, descriptors }) => [
        code(id),
        kind,
        String(min),
        String(max),
        descriptors.map(code).join(', '),
      ]),
    )}\n\nThe product computes all [other metrics](metrics.md).`,
    `## Descriptors\n\n${toTable(
      ['descriptor', 'values'],
      Object.entries(descriptorValues).map(([name, values]) => [
        code(name),
        values === 'wholeNumber' ? 'a whole number from 1 to 999' : values.map(code).join(', '),
      ]),
    )}`,
    `## Answers\n\n${toTable(['status', 'body', 'what to do'], statuses)}\n\nEach item of \`rejected\` has the \`index\` of the reading, a \`code\` and a \`message\`. A rejected reading never affects the others.`,
    `## Codes of rejected readings\n\n${toTable(
      ['code', 'meaning'],
      Object.entries(rejectionCodes).map(([name, meaning]) => [code(name), meaning]),
    )}`,
  );
}
