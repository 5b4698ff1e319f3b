import * as v from 'valibot';
import type { SinkAddresses } from './sinks.ts';

const delivery = v.picklist(['sent', 'outbox', 'none']);
const address = v.nullable(v.pipe(v.string(), v.url()));

/** What the server lets everybody know about this installation. */
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
  /** Whose frames may show the preview of a page, and fill it. */
  readonly builderOrigin: string | null;
  /** The ways in besides the password. `name`: what people call the provider. */
  readonly providers: { readonly oidc: { readonly name: string | null } | null; readonly retailer: boolean };
  /** What becomes of mails and text messages. `outbox`: nobody sends them, and `/dev/outbox` shows them. */
  readonly delivery: { readonly mail: Delivery; readonly texts: Delivery };
}

type Delivery = v.InferOutput<typeof delivery>;

let asked: Promise<PublicSettings> | null = null;

/** Fetched once for the page; a failure is forgotten, so that the next asking tries again. */
export function publicSettings(): Promise<PublicSettings> {
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
