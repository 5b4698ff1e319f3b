import { isUnknownWidget, parseGlobalFilter, parseWidget, widgetVersion } from '@atrium/domain/pages/definitions';
import { useSyncExternalStore } from 'react';
import * as v from 'valibot';

/** Larger pages are unusable, and parsing them would block the preview. */
const maxWidgets = 100;
const maxFilters = 20;
const maxCharacters = 500_000;

const stored = v.record(v.string(), v.unknown());

const page = v.strictObject({
  name: v.optional(v.pipe(v.string(), v.maxLength(200)), ''),
  installationId: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))), null),
  widgets: v.pipe(v.array(stored), v.maxLength(maxWidgets)),
  widgetGlobalFilters: v.optional(v.pipe(v.array(stored), v.maxLength(maxFilters)), []),
});

/** The only messages a builder may post. */
const message = v.variant('type', [
  /** Asks for the preview, whatever it shows now. */
  v.strictObject({ type: v.literal('builder.init') }),
  /** Signs in with an access token, as the sign-in returns it. */
  v.strictObject({
    type: v.literal('builder.token'),
    token: v.pipe(v.string(), v.regex(/^[\w.~+/=-]{16,4096}$/)),
  }),
  /** Replaces the shown page. */
  v.strictObject({ type: v.literal('builder.config'), page }),
]);

export type BuilderMessage = v.InferOutput<typeof message>;
export type PostedPage = v.InferOutput<typeof page>;

/** The only accepted sender: one window, while it shows a page of this origin. */
export interface Builder {
  readonly origin: string;
  readonly source: unknown;
}

/** Parses a message of the builder. Returns null for other senders and for invalid messages. Never throws. */
export function parseMessage(
  { origin, source, data }: { readonly origin: string; readonly source: unknown; readonly data: unknown },
  builder: Builder,
): BuilderMessage | null {
  if (origin !== builder.origin || source === null || source !== builder.source) return null;
  const read = v.safeParse(message, data);
  if (!read.success || (read.output.type === 'builder.config' && !isSmall(read.output.page))) return null;
  return read.output;
}

/** Returns the first reason why a message was ignored, for developers: origin, then window, then format. */
export function explainIgnored(
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
    return JSON.stringify(posted).length <= maxCharacters;
  } catch {
    // Posted data may contain cycles or infinite numbers. Stored data cannot.
    return false;
  }
}

/** Completes a posted page to the stored form. Numbers the widgets in order and ignores posted ids. */
export function numberWidgets({ widgets, widgetGlobalFilters, ...rest }: PostedPage) {
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

/** Counts the widgets that can be shown, for the reply to the builder. */
export function countReadable(definitions: readonly unknown[]): number {
  return definitions.filter((definition) => {
    const read = parseWidget(definition);
    return read.ok && !isUnknownWidget(read.value);
  }).length;
}

let posted: PostedPage | null = null;
const listeners = new Set<() => void>();

/** Replaces the previewed page. */
export function preview(page: PostedPage): void {
  posted = page;
  for (const listener of listeners) listener();
}

/** Returns the previewed page; null before the first post. */
export function usePreview(): PostedPage | null {
  return useSyncExternalStore(subscribe, () => posted);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
