import { isUnknownWidget, parseGlobalFilter, parseWidget, widgetVersion } from '@atrium/domain/dashboards/definitions';
import * as v from 'valibot';

/** More is no page somebody would look at, and reading it would stall the one who does. */
const mostWidgets = 100;
const mostFilters = 20;
const mostCharacters = 500_000;

const stored = v.record(v.string(), v.unknown());

const page = v.strictObject({
  name: v.optional(v.pipe(v.string(), v.maxLength(200)), ''),
  installationId: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))), null),
  widgets: v.pipe(v.array(stored), v.maxLength(mostWidgets)),
  widgetGlobalFilters: v.optional(v.pipe(v.array(stored), v.maxLength(mostFilters)), []),
});

/** What a builder may say, and nothing besides. */
const message = v.variant('type', [
  /** Asks for the preview, whatever is shown now. */
  v.strictObject({ type: v.literal('builder.init') }),
  /** Signs in: somebody's access token, as the sign-in answers it. */
  v.strictObject({
    type: v.literal('builder.token'),
    token: v.pipe(v.string(), v.regex(/^[\w.~+/=-]{16,4096}$/)),
  }),
  /** The page to show, in the place of the one before. */
  v.strictObject({ type: v.literal('builder.config'), page }),
]);

export type BuilderMessage = v.InferOutput<typeof message>;
export type PostedPage = v.InferOutput<typeof page>;

/** Who is listened to: one window, as long as it shows a page of one origin. */
export interface Builder {
  readonly origin: string;
  readonly source: unknown;
}

/** The message of the builder; null for whatever anybody else says, or says in other words. Never throws. */
export function readMessage(
  { origin, source, data }: { readonly origin: string; readonly source: unknown; readonly data: unknown },
  builder: Builder,
): BuilderMessage | null {
  if (origin !== builder.origin || source === null || source !== builder.source) return null;
  const read = v.safeParse(message, data);
  if (!read.success || (read.output.type === 'builder.config' && !isSmall(read.output.page))) return null;
  return read.output;
}

/** Why something was said to nobody, for developers; the first reason from the outside in. */
export function whyIgnored(
  { origin, source }: { readonly origin: string; readonly source: unknown },
  builder: Builder,
): string {
  if (origin !== builder.origin) return `it came from ${origin || 'nowhere'}, not from ${builder.origin}`;
  return source === null || source !== builder.source
    ? 'it came from another window than the one around'
    : 'it is not written as the preview understands it';
}

function isSmall(posted: PostedPage): boolean {
  try {
    return JSON.stringify(posted).length <= mostCharacters;
  } catch {
    // What can be posted can hold itself, or numbers without end; what is stored cannot.
    return false;
  }
}

/** A posted page with what a stored one has: its widgets numbered in their order, whatever numbers they brought. */
export function numbered({ widgets, widgetGlobalFilters, ...rest }: PostedPage) {
  const definitions = widgets.map((widget, order) => ({
    version: widgetVersion,
    ...widget,
    id: order + 1,
    order,
  }));
  const filters = widgetGlobalFilters.flatMap((filter, order) => {
    const read = parseGlobalFilter({ ...filter, id: order + 1, order });
    return read.ok ? [read.value] : [];
  });
  return { ...rest, definitions, filters };
}

/** How many of them can be shown: what the builder is told. */
export function countShown(definitions: readonly unknown[]): number {
  return definitions.filter((definition) => {
    const read = parseWidget(definition);
    return read.ok && !isUnknownWidget(read.value);
  }).length;
}
