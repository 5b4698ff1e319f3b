import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Scope } from '../tenancy/index.ts';
import { cookiesIn, isFromElsewhere } from './host-cookies.ts';

/** Who a token belongs to; null: nobody. */
type Authenticate = (token: string) => Promise<{ readonly scope: Pick<Scope, 'role' | 'viewedBy'> | null }>;

/**
 * Whether a request comes from an administrator who is signed in as themselves. For pages that the server writes itself
 * and that change nothing: a cookie alone is enough for them.
 */
export const administratorCheck =
  (authenticate: Authenticate, environment: string) =>
  async ({ headers }: Pick<IncomingMessage, 'headers'>): Promise<boolean> => {
    const token = ownTokenOf(headers, environment);
    if (token === '') return false;
    const { scope } = await authenticate(token);
    return scope?.role === 'admin' && scope.viewedBy === null;
  };

/** The bearer token, or that in the cookie of this browser. Empty where there is none, or another site sent it here. */
function ownTokenOf(headers: IncomingHttpHeaders, environment: string): string {
  const [, bearer] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  if (bearer !== undefined) return bearer;
  if (isFromElsewhere(headers['sec-fetch-site'])) return '';
  const cookies = cookiesIn(headers.cookie);
  const name = `${environment}-atrium-token`;
  return cookies.get(`__Host-${name}`) ?? cookies.get(name) ?? '';
}
