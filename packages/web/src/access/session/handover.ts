import * as v from 'valibot';
import type { HalfSignIn } from './session.ts';
import { readCookie } from './token/token-cookie.ts';

const cookie = 'atrium-handover';

/** As the server leaves it; without a way for a code to come none is asked for. */
const shape = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ token: v.string(), otpContact: v.fallback(v.nullable(v.picklist(['email', 'phone'])), null) }),
);

/** What a sign-in elsewhere was worth: a session, or half of one with a code to come. */
export type Handover =
  | { readonly is: 'whole'; readonly token: string }
  | { readonly is: 'half'; readonly signIn: HalfSignIn };

/** Takes what the server left for the sign-in page after somebody came back from an identity provider, once. */
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
