import fc from 'fast-check';
import { stringify } from 'yaml';

const letters = ['a', 'b', 'c', 'd'] as const;
const sites = ['hall', 'annex'] as const;

const maybe = <Value>(field: string, value: fc.Arbitrary<Value>) =>
  fc.option(value, { nil: undefined }).map((found) => (found === undefined ? {} : { [field]: found }));
const fields = (...parts: fc.Arbitrary<object>[]) =>
  fc.tuple(...parts).map((found) => Object.assign({}, ...found) as Record<string, unknown>);
const subset = <Value>(values: readonly Value[]) => fc.shuffledSubarray([...values]);

/** A forest over some of the letters, in any order. Later zones may lie in earlier ones, also in several. */
const zones = subset(letters).chain((keys) =>
  fc
    .tuple(
      ...keys.map((key, index) =>
        fields(
          fc.constant({ key }),
          maybe('name', fc.constantFrom('One', 'Two')),
          maybe('limit', fc.constantFrom(5, 900, null)),
          maybe('tags', subset(['x', 'y'])),
          maybe('disabled', fc.boolean()),
          maybe('parents', subset(keys.slice(0, index))),
          fc.record({ under: fc.option(fc.nat({ max: 3 }), { nil: undefined }) }),
        ),
      ),
    )
    .map((flat) => ({ keys, tree: nest(flat) })),
);

/** Nests zones into the `zones` of earlier ones. Creates new objects, since shrinking reuses the generated ones. */
function nest(flat: readonly Record<string, unknown>[]): object[] {
  const below = (parent: number | null): object[] =>
    flat.flatMap(({ under, ...zone }, index) => {
      const home = typeof under === 'number' && under < index ? under : null;
      return home === parent ? [{ ...zone, zones: below(index) }] : [];
    });
  return below(null);
}

const dates = ['2025-01-01', '2025-06-01', '2026-01-01T10:00:00+02:00'] as const;
const validity = fc.constantFrom(
  {},
  { validFrom: dates[0] },
  { validTo: dates[1] },
  { validFrom: dates[0], validTo: dates[1] },
  { validFrom: dates[2] },
);

const passages = (keys: readonly string[]) => {
  const places = ['outside', ...keys];
  const pair =
    places.length < 2
      ? null
      : fc.shuffledSubarray(places, { minLength: 2, maxLength: 2 }).map(([from, to]) => ({ from, to }));
  const kinds: fc.Arbitrary<object>[] = [];
  if (pair !== null) {
    kinds.push(fields(pair, validity));
    kinds.push(
      fc.tuple(pair, pair).map(([first, second]) => ({
        ends: [
          { ...first, validTo: dates[1] },
          { ...second, validFrom: dates[1] },
        ],
      })),
    );
    kinds.push(fc.constantFrom(...keys).map((footfallOf) => ({ footfallOf })));
  }
  if (kinds.length === 0) return fc.constant([]);
  return fc
    .tuple(...['p', 'q'].map((key) => fc.option(fields(fc.constant({ key }), fc.oneof(...kinds)), { nil: null })))
    .map((found) => found.filter((one) => one !== null));
};

/** Members of the last device: the other meter, if it is at the same site. */
const members = (serials: readonly string[]) =>
  subset(serials).chain((some) =>
    fc.tuple(
      ...some.map((serial) => fields(fc.constant({ serial }), maybe('factor', fc.constantFrom(1, -1)), validity)),
    ),
  );

const devices = (serials: readonly string[], places: readonly object[]) =>
  places.length === 0
    ? fc.constant([])
    : fc.tuple(
        ...serials.map((serial) =>
          fields(
            fc.constant(
              serial === 'S1' ? { serial, kind: 'pad' } : { serial, kind: 'meter', metric: 'heatConsumption' },
            ),
            fc.constantFrom(...places),
            validity,
            ...(serial === 'S3' ? [maybe('members', members(serials.filter((other) => other === 'S2')))] : []),
            maybe('reportsZero', fc.boolean()),
            maybe('interval', fc.constantFrom(60, 300)),
          ),
        ),
      );

const events = subset(['Fair', 'Sale']).chain((names) =>
  fc.tuple(
    ...names.map((name) =>
      fields(
        fc.constant({ name, metrics: ['affluenceIn'] }),
        fc.constantFrom({ neverEnding: true }, { dateBegin: '2026-01-01', dateEnd: '2026-01-02' }),
        maybe('stopngo', fc.constantFrom({ limit: 3 }, null)),
      ),
    ),
  ),
);

const alerts = (zoneKeys: readonly string[]) =>
  subset(['Busy', 'Lost'] as const).chain((names) =>
    fc.tuple(
      ...names.map((name) =>
        fields(
          fc.constant({ name }),
          maybe('enabled', fc.boolean()),
          maybe('notifications', fc.constantFrom([], [{ type: 'email', title: 'Look', content: 'two\nlines' }])),
          (zoneKeys.length === 0
            ? fc.constant({ type: 'status', padStatusCodes: ['internetLost'] })
            : fc.oneof(
                fields(
                  fc.constant({ type: 'expected', metric: 'affluenceIn' }),
                  fc.constantFrom(900, 3600, 86_400).map((interval) => ({ interval })),
                  fc.constantFrom(
                    { deviation: 'outsideRange' },
                    { deviation: 'percentBelow', value: 20 },
                    { deviation: 'percentAbove', value: 20, endValue: 10 },
                  ),
                  maybe('zone', fc.constantFrom(...zoneKeys)),
                ),
                fields(
                  fc.constant({ type: 'limit' }),
                  fc.constantFrom(...zoneKeys).map((zone) => ({ zone })),
                  fc.constantFrom(90, 100).map((value) => ({ value })),
                  maybe('endValue', fc.constantFrom(80, null)),
                  maybe('enterHold', fc.constantFrom(0, 300)),
                ),
              )
          ).map((condition) => ({ condition })),
        ),
      ),
    ),
  );

const priced = [
  { kind: 'gas', price: 1, standingPerMonth: 12.5 },
  { kind: 'electricity', validFrom: '2026-01-01', price: 0.3, lowPrice: 0, lowHours: { 'mon-sun': ['22:00-06:00'] } },
  { kind: 'electricity', validTo: '2026-01-01', price: 0.25, standingPerDay: 0.5 },
];

const installation = (key: string, serials: readonly string[]) =>
  zones.chain(({ keys, tree }) =>
    passages(keys).chain((doors) => {
      const places = [...keys.map((zone) => ({ zone })), ...doors.map((door) => ({ passage: door.key }))];
      return fields(
        fc.constant({ key, name: key, timezone: 'America/New_York', zones: tree, passages: doors }),
        devices(serials, places).map((found) => ({ devices: found })),
        events.map((found) => ({ events: found })),
        alerts(keys).map((found) => ({ alerts: found })),
        maybe('city', fc.constantFrom('Bern', null)),
        maybe('tags', fc.constantFrom([], ['x'], ['T/y'])),
        fc.constant({ currency: 'USD' }),
        maybe('tariffs', fc.constantFrom([], [{ kind: 'water', price: 2 }], priced)),
        maybe('openingHours', fc.constantFrom('always', { 'mon-fri': ['08:00-12:00', '13:00-02:00'], reset: true })),
      );
    }),
  );

/** Generates valid site files of one organization: up to two sites with few names, so that files overlap. */
export const siteFileTexts = (organization: string): fc.Arbitrary<string> =>
  fc
    .tuple(fc.shuffledSubarray([...sites]), fc.array(fc.constantFrom(...sites), { minLength: 3, maxLength: 3 }))
    .chain(([keys, homes]) => {
      const serials = (key: string) => ['S1', 'S2', 'S3'].filter((_, index) => homes[index] === key);
      return fc.tuple(
        fields(
          fc.constant({ name: organization }),
          maybe('keepReadings', fc.constantFrom(35, 400, null)),
          maybe('firstWeekday', fc.constantFrom('sun', 'mon')),
          maybe(
            'fiscalYear',
            fc.constantFrom({ firstMonth: 2, weeks: '4-5-4', start: 'LAST' }, { firstMonth: 4 }, null),
          ),
        ),
        fc
          .constantFrom<readonly unknown[]>(
            ...[['x', 'y'], [{ name: 'x', tags: ['y'] }], [{ name: 'y', tags: [{ name: 'z', tags: ['x'] }] }]],
          )
          .map((tags) => ({ T: tags })),
        ...keys.map((key) => installation(key, serials(key))),
      );
    })
    .map(([about, tags, ...installations]) =>
      stringify({ organization: about, tags, installations }, { aliasDuplicateObjects: false }),
    );
