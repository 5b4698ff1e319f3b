import type { FastifyInstance } from 'fastify';
import { type Config, type MessageDelivery, messageDelivery } from '../config/index.ts';

/** What pages may know of this installation before anybody signs in. Secrets have no place here. */
export interface PublicSettings {
  /** Where pages send what people agreed to, by kind; null is off. `survey` is a page people can open. */
  readonly sinks: Config['sinks'];
  /** The version people are invited to move to. */
  readonly migrationUrl: string | null;
  /** Whose frames may show the preview of a page, and fill it; null: nobody's. */
  readonly builderOrigin: string | null;
  /** The ways in besides the password. `name`: what people call the provider. */
  readonly providers: { readonly oidc: { readonly name: string | null } | null; readonly retailer: boolean };
  /** What becomes of mails and text messages: pages promise none that nobody sends. */
  readonly delivery: MessageDelivery;
}

/** GET /v2/settings. */
export function addPublicSettings(routes: FastifyInstance, config: Config): void {
  const { sinks, migrationUrl, builderOrigin, oidc, retailerOidc } = config;
  const providers = { oidc: oidc && { name: oidc.name }, retailer: retailerOidc !== null };
  const settings: PublicSettings = { sinks, migrationUrl, builderOrigin, providers, delivery: messageDelivery(config) };
  routes.get('/v2/settings', async (_request, reply) => reply.header('cache-control', 'no-cache').send(settings));
}

/** The origins pages post to: the content policy must let them through. The survey is a page of its own. */
export function sinkOrigins({ sinks }: Config): readonly string[] {
  const posted = [sinks.web, sinks.session, sinks.pipeline].filter((url) => url !== null);
  return [...new Set(posted.map((url) => new URL(url).origin))];
}
