import type { FastifyInstance } from 'fastify';
import { getMessageDelivery, type MessageDelivery } from '../config/delivery.ts';
import type { Config } from '../config/read-config.ts';

/** Settings that pages may know before sign-in. Must not contain secrets. */
export interface PublicSettings {
  /** URLs to which pages send data that users consented to, by kind; null is off. `survey` is a page to open. */
  readonly sinks: Config['sinks'];
  /** Version that users are invited to move to. */
  readonly migrationUrl: string | null;
  /** Origin whose frames may show and fill the preview of a page; null for none. */
  readonly builderOrigin: string | null;
  /** Sign-in methods besides the password. `name`: the provider's display name. */
  readonly providers: { readonly oidc: { readonly name: string | null } | null; readonly retailer: boolean };
  /** Delivery of mails and text messages, so that pages promise none that are not sent. */
  readonly delivery: MessageDelivery;
}

/** Registers GET /v2/settings. */
export function addPublicSettings(routes: FastifyInstance, config: Config): void {
  const { sinks, migrationUrl, builderOrigin, oidc, retailerOidc } = config;
  const providers = { oidc: oidc && { name: oidc.name }, retailer: retailerOidc !== null };
  const settings: PublicSettings = {
    sinks,
    migrationUrl,
    builderOrigin,
    providers,
    delivery: getMessageDelivery(config),
  };
  routes.get('/v2/settings', async (_request, reply) => reply.header('cache-control', 'no-cache').send(settings));
}

/** Returns the origins that pages post to, for the content policy. The survey is a separate page. */
export function getSinkOrigins({ sinks }: Config): readonly string[] {
  const posted = [sinks.web, sinks.session, sinks.pipeline].filter((url) => url !== null);
  return [...new Set(posted.map((url) => new URL(url).origin))];
}
