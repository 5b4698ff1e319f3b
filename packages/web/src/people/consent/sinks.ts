/** A usage event for the sinks: never who, nor what was on screen. */
export type UsageEvent =
  | { readonly kind: 'session begins' }
  | { readonly kind: 'page viewed' /** The route's pattern, without ids and filters. */; readonly page: string }
  | { readonly kind: 'chart viewed' /** Type of widget. */; readonly chart: string }
  | { readonly kind: 'typed' /** Name of the field, never its value. */; readonly field: string }
  | { readonly kind: 'sales used' };

/** Sinks that receive posts. */
export type PostedSink = 'web' | 'session' | 'pipeline';

/** URLs; null is off. `survey` is a page users may open; nothing is sent to it. */
export type SinkAddresses = Readonly<Record<PostedSink | 'survey', string | null>>;

/** Events that each sink receives. */
const takes: Record<PostedSink, (event: UsageEvent) => boolean> = {
  web: ({ kind }) => kind === 'page viewed',
  session: ({ kind }) => kind === 'session begins' || kind === 'page viewed',
  pipeline: () => true,
};

const sinks = Object.keys(takes) as PostedSink[];

export interface Outlets {
  readonly hasConsent: () => boolean;
  /** Called once, and only with consent. */
  readonly addresses: () => Promise<SinkAddresses>;
  /** The result is ignored: an unreachable sink must not affect the user. */
  readonly post: (url: string, body: string) => Promise<unknown>;
  /** Epoch ms. */
  readonly now: () => number;
}

/** Builds a function that sends events to the sinks that take them. Without consent nothing is sent or queued. */
export function createReporter({ hasConsent, addresses, post, now }: Outlets): (event: UsageEvent) => Promise<void> {
  let known: Promise<SinkAddresses> | null = null;
  return async (event) => {
    if (!hasConsent()) return;
    const body = JSON.stringify({ ...event, at: now() });
    known ??= addresses();
    const urls = await known.catch(() => {
      known = null;
      return null;
    });
    // Consent may be withdrawn while the URLs load.
    if (urls === null || !hasConsent()) return;
    const wanted = sinks.filter((sink) => takes[sink](event)).flatMap((sink) => urls[sink] ?? []);
    await Promise.allSettled(wanted.map((url) => post(url, body)));
  };
}
