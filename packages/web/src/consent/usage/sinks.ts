/** Something people did, as the sinks are told: never who, nor what was on the screen. */
export type UsageEvent =
  | { readonly kind: 'session begins' }
  | { readonly kind: 'page viewed' /** The route's pattern, without its ids and filters. */; readonly page: string }
  | { readonly kind: 'chart viewed' /** The type of widget. */; readonly chart: string }
  | { readonly kind: 'typed' /** Which field, never what. */; readonly field: string }
  | { readonly kind: 'sales used' };

/** The kinds of sink that are posted to. */
export type PostedSink = 'web' | 'session' | 'pipeline';

/** Addresses; null is off. `survey` is a page people may open, nothing is sent to it. */
export type SinkAddresses = Readonly<Record<PostedSink | 'survey', string | null>>;

/** What each sink is for. */
const takes: Record<PostedSink, (event: UsageEvent) => boolean> = {
  web: ({ kind }) => kind === 'page viewed',
  session: ({ kind }) => kind === 'session begins' || kind === 'page viewed',
  pipeline: () => true,
};

const sinks = Object.keys(takes) as PostedSink[];

export interface Outlets {
  readonly hasConsent: () => boolean;
  /** Asked once, and only with consent. */
  readonly addresses: () => Promise<SinkAddresses>;
  /** Resolves or rejects unheard: a sink that is away must not be noticed. */
  readonly post: (url: string, body: string) => Promise<unknown>;
  /** Epoch ms. */
  readonly now: () => number;
}

/** Tells events to the sinks that take them; without consent nothing is sent, and nothing is kept to be sent later. */
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
    // Taken back while the addresses were on their way.
    if (urls === null || !hasConsent()) return;
    const wanted = sinks.filter((sink) => takes[sink](event)).flatMap((sink) => urls[sink] ?? []);
    await Promise.allSettled(wanted.map((url) => post(url, body)));
  };
}
