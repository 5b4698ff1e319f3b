import { once } from 'node:events';
import Provider from 'oidc-provider';
import { freePort } from './free-port.ts';

export interface OpenidProvider {
  readonly issuer: string;
  /** Secret of both clients. */
  readonly secret: string;
  close(): Promise<void>;
}

/** A certified OpenID provider with its own sign-in page. It trusts everyone: the login is the address. */
export async function startOpenidProvider(product: string): Promise<OpenidProvider> {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const secret = 'the secret of both clients in the journeys';
  const client = (id: string, path: string) => ({
    client_id: id,
    client_secret: secret,
    redirect_uris: [`${product}${path}`],
    grant_types: ['authorization_code'],
    response_types: ['code'],
  });
  const provider = new Provider(issuer, {
    clients: [client('atrium', '/auth/oidc/callback'), client('atrium-retailer', '/auth/retailer/callback')],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    findAccount: (_context: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({ sub, email: sub, email_verified: true }),
    }),
    pkce: { required: () => true },
    cookies: { keys: ['only for journeys'] },
  });
  const server = provider.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    issuer,
    secret,
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
