import * as v from 'valibot';
import { parseNetwork } from '../addresses/ip-address.ts';

/** Form of a setting's value. */
export interface Kind<Value> {
  /** Description of valid values, completing "takes …". */
  readonly takes: string;
  readonly schema: v.GenericSchema<string, Value>;
}

export const kind = <Value>(takes: string, schema: v.GenericSchema<string, Value>): Kind<Value> => ({ takes, schema });

export const address = (takes: string, ...protocols: string[]) =>
  kind(
    takes,
    v.pipe(
      v.string(),
      v.check((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol)),
    ),
  );

export const web = (what: string) => address(`${what}, http:// or https://`, 'http:', 'https:');

/** An origin as browsers define it: scheme, host and port only. */
export const origin = (what: string) =>
  kind(
    `${what}, http:// or https:// with nothing after the host and port`,
    v.pipe(
      v.string(),
      v.check(isOrigin),
      v.transform((text) => new URL(text).origin),
    ),
  );

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, pathname, search, hash, username } = new URL(text);
  return ['http:', 'https:'].includes(protocol) && pathname === '/' && search === '' && hash === '' && username === '';
}

export const onOff = kind(
  '1 (on) or 0 (off)',
  v.pipe(
    v.picklist(['0', '1']),
    v.transform((text) => text === '1'),
  ),
);
export const text = (what: string) => kind(what, v.pipe(v.string(), v.trim(), v.minLength(1)));

/** Whether a secret is long enough and varied enough. */
export const isSecret = (value: string) => value.length >= 32 && new Set(value).size >= 10;

export const networks = (what: string) =>
  kind(
    `${what}, separated by commas, such as 127.0.0.1,10.0.0.0/8,fd00::/8`,
    v.pipe(
      v.string(),
      v.transform((text) => text.split(',').map((network) => parseNetwork(network.trim()))),
      v.array(v.string()),
    ),
  );

export const portForm = v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number), v.maxValue(65_535));

export const fromOneToThousand = v.pipe(
  v.string(),
  v.regex(/^\d{1,4}$/),
  v.transform(Number),
  v.minValue(1),
  v.maxValue(1000),
);

const labels = /^(?=.{3,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** Stored without the leading dot, which browsers ignore. */
export const cookieDomain = kind(
  'a domain of at least two parts, such as .example.com, with no scheme and no port',
  v.pipe(
    v.string(),
    v.transform((text) => text.toLowerCase().replace(/^\./, '')),
    v.regex(labels),
  ),
);

/** Headers in OpenTelemetry's format; values may be percent-encoded. */
export const otlpHeaders = kind(
  'headers for where traces are sent, such as authorization=Bearer%20x, separated by commas',
  v.pipe(
    v.string(),
    v.regex(/^[\w-]+=[^,=\s]+(,[\w-]+=[^,=\s]+)*$/),
    v.check((text) => !/%(?![\da-f]{2})/i.test(text)),
    v.transform((text) => Object.fromEntries(text.split(',').map((pair) => pair.split('=').map(decodeURIComponent)))),
    v.record(v.string(), v.pipe(v.string(), v.regex(/^[\t\x20-\x7e]*$/))),
  ),
);

/** Days that something stays. Less than 90 would delete what reports of a quarter still show. */
export const keptDays = (what: string) =>
  kind(
    `how many days ${what} stay, from 90 to 36500`,
    v.pipe(v.string(), v.regex(/^\d{2,5}$/), v.transform(Number), v.minValue(90), v.maxValue(36_500)),
  );
