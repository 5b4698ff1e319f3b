import * as v from 'valibot';
import type { PendingSignIn } from './session.ts';
import { readCookie } from './token-cookie.ts';

const cookie = 'atrium-handover';

/** Format of the server's cookie. `otpContact` is null if no code is pending. */
const shape = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ token: v.string(), otpContact: v.fallback(v.nullable(v.picklist(['email', 'phone'])), null) }),
);

/** Result of signing in at an identity provider: a session, or a pending sign-in that needs a code. */
export type Handover =
  | { readonly is: 'whole'; readonly token: string }
  | { readonly is: 'half'; readonly signIn: PendingSignIn };

/** Takes the result that the server left for the sign-in page after an identity provider. Readable once. */
export function takeHandover(): Handover | null {
  const text = readCookie(document.cookie, cookie);
  if (text === null) return null;
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store API is missing on plain http
  document.cookie = `${cookie}=; path=/login; max-age=0; samesite=strict`;
  const left = v.safeParse(shape, text);
  if (!left.success) return null;
  const { token, otpContact } = left.output;
  return otpContact === null ? { is: 'whole', token } : { is: 'half', signIn: { token, contact: otpContact } };
}
