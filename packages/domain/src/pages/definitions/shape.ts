/** Path within a JSON value, outermost step first. */
export type JsonPath = readonly (string | number)[];

export interface ShapeProblem {
  readonly path: JsonPath;
  readonly message: string;
}

/** Kind of object that a definition refers to by id. Site files refer to it by key. */
export type Reference = 'installation' | 'zone' | 'passage' | 'device' | 'tagCategory' | 'tag';

/** Context of parsing: collects problems and may replace references. */
export interface ShapeReading {
  problem(path: JsonPath, message: string): void;
  /** Returns the replacement of a reference; undefined omits it. */
  reference(kind: Reference, value: unknown, path: JsonPath): unknown;
}

/** Parses a JSON value of one shape. After a problem the result is invalid. */
export type Shape<Value> = (value: unknown, path: JsonPath, reading: ShapeReading) => Value;
export type Shaped<S> = S extends Shape<infer Value> ? Value : never;
type Fields = Readonly<Record<string, Shape<unknown>>>;

function leaf<Value>(expected: string, is: (value: unknown) => boolean): Shape<Value> {
  return (value, path, reading) => {
    if (!is(value)) reading.problem(path, `expected ${expected}`);
    return value as Value;
  };
}

export const flag = leaf<boolean>('true or false', (value) => typeof value === 'boolean');

export const text = leaf<string>(
  'a text of at most 500 characters',
  (value) => typeof value === 'string' && value.length <= 500 && !/\p{Cc}/u.test(value),
);

/** An entry of a registry, such as a metric or a formatter. Definitions name code but never contain any. */
export const word = leaf<string>(
  'a name of letters and digits',
  (value) => typeof value === 'string' && /^[A-Za-z][A-Za-z0-9]{0,79}$/.test(value),
);

export const color = leaf<string>(
  'a colour like #1f6feb',
  (value) => typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value),
);

export const number = leaf<number>('a number', (value) => typeof value === 'number' && Number.isFinite(value));

export const whole = (least: number, most: number) =>
  leaf<number>(
    `a whole number from ${least} to ${most}`,
    (value) => Number.isInteger(value) && (value as number) >= least && (value as number) <= most,
  );

export const oneOf = <const Options extends readonly string[]>(options: Options) =>
  leaf<Options[number]>(`one of ${options.join(', ')}`, (value) => options.includes(value as string));

/** Positive integers, as the database generates them. */
export const reference =
  (kind: Reference): Shape<number> =>
  (value, path, reading) =>
    reading.reference(kind, value, path) as number;

/** `null` is an open bound. */
export const orNull =
  <Value>(of: Shape<Value>): Shape<Value | null> =>
  (value, path, reading) =>
    value === null ? null : of(value, path, reading);

/** Maximum length of any list in a definition. */
const longestList = 500;

export function list<Value>(of: Shape<Value>, most = longestList): Shape<readonly Value[]> {
  return (value, path, reading) => {
    if (Array.isArray(value) && value.length <= most)
      return value.map((item, index) => of(item, [...path, index], reading)).filter((item) => item !== undefined);
    reading.problem(path, `expected a list of at most ${most}`);
    return [];
  };
}

/** An object with arbitrary keys. */
export function dictionary<Value>(of: Shape<Value>): Shape<Readonly<Record<string, Value>>> {
  return (value, path, reading) => {
    if (!isRecord(value)) reading.problem(path, 'expected a block of fields');
    const entries = isRecord(value) ? Object.entries(value) : [];
    return Object.fromEntries(entries.map(([name, item]) => [name, of(item, [...path, name], reading)]));
  };
}

/** An object with fixed fields. Unknown fields are a problem: a misspelt one would silently have no effect. */
export function block<const Required extends Fields, const Optional extends Fields>(
  required: Required,
  optional: Optional,
): Shape<
  { readonly [Key in keyof Required]: Shaped<Required[Key]> } & {
    readonly [Key in keyof Optional]?: Shaped<Optional[Key]>;
  }
> {
  const known: Fields = { ...required, ...optional };
  return (value, path, reading) => {
    if (!isRecord(value)) reading.problem(path, 'expected a block of fields');
    const found = isRecord(value) ? value : {};
    for (const name of Object.keys(required))
      if (!Object.hasOwn(found, name)) reading.problem(path, `needs the field "${name}"`);
    const read = Object.entries(found).map(([name, item]) => {
      const shape = Object.hasOwn(known, name) ? known[name] : undefined;
      if (shape !== undefined) return [name, shape(item, [...path, name], reading)];
      reading.problem([...path, name], `there is no field "${name}"; known: ${Object.keys(known).join(', ')}`);
      return [name, item];
    });
    return Object.fromEntries(read.filter(([, item]) => item !== undefined));
  };
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** For stored and returned definitions, whose references are ids. */
export function idReading(problems: ShapeProblem[]): ShapeReading {
  return {
    problem: (path, message) => problems.push({ path, message }),
    reference(kind, value, path) {
      if (!Number.isInteger(value) || (value as number) < 1)
        problems.push({ path, message: `expected the id of a ${kind}` });
      return value;
    },
  };
}
