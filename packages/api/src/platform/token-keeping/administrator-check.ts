import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Scope } from '../tenancy/index.ts';
import { isFromOtherSite, parseCookies } from './host-cookies.ts';

/** Finds the owner of a token; null when it is invalid. */
type Authenticate = (token: string) => Promise<{ readonly scope: Pick<Scope, 'role' | 'viewedBy'> | null }>;

/**
 * Returns a check whether a request comes from an administrator in an ordinary session. For read-only pages that the
 * server renders itself, for which a cookie alone is enough.
 */
export const createAdministratorCheck =
  (authenticate: Authenticate, environment: string) =>
  async ({ headers }: Pick<IncomingMessage, 'headers'>): Promise<boolean> => {
    const token = readToken(headers, environment);
    if (token === '') return false;
    const { scope } = await authenticate(token);
    return scope?.role === 'admin' && scope.viewedBy === null;
  };

/**
 * Returns the bearer token or the one in this browser's cookie. Empty when there is none, or when another site caused
 * the request.
 */
function readToken(headers: IncomingHttpHeaders, environment: string): string {
  const [, bearer] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  if (bearer !== undefined) return bearer;
  if (isFromOtherSite(headers['sec-fetch-site'])) return '';
  const cookies = parseCookies(headers.cookie);
  const name = `${environment}-atrium-token`;
  return cookies.get(`__Host-${name}`) ?? cookies.get(name) ?? '';
}
