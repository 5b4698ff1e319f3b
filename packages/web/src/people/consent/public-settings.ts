import * as v from 'valibot';
import type { SinkAddresses } from './sinks.ts';

const delivery = v.picklist(['sent', 'outbox', 'none']);
const address = v.nullable(v.pipe(v.string(), v.url()));

/** Public settings of this installation. */
const shape = v.object({
  sinks: v.object({ web: address, session: address, pipeline: address, survey: address }),
  migrationUrl: address,
  builderOrigin: address,
  providers: v.object({ oidc: v.nullable(v.object({ name: v.nullable(v.string()) })), retailer: v.boolean() }),
  delivery: v.object({ mail: delivery, texts: delivery }),
});

export interface PublicSettings {
  readonly sinks: SinkAddresses;
  readonly migrationUrl: string | null;
  /** Origin that may frame the page preview and fill it. */
  readonly builderOrigin: string | null;
  /** Identity providers for sign-in. `name` is the provider's display name. */
  readonly providers: { readonly oidc: { readonly name: string | null } | null; readonly retailer: boolean };
  /** Delivery of mails and text messages. `outbox`: not sent, but shown at `/dev/outbox`. */
  readonly delivery: { readonly mail: Delivery; readonly texts: Delivery };
}

type Delivery = v.InferOutput<typeof delivery>;

let asked: Promise<PublicSettings> | null = null;

/** Fetched once per page. A failure is not cached, so the next call retries. */
export function fetchPublicSettings(): Promise<PublicSettings> {
  asked ??= fetchSettings().catch((error: unknown) => {
    asked = null;
    throw error;
  });
  return asked;
}

async function fetchSettings(): Promise<PublicSettings> {
  const response = await fetch('/v2/settings');
  if (!response.ok) throw new Error(`The settings are not there (HTTP ${response.status})`);
  return v.parse(shape, await response.json());
}
