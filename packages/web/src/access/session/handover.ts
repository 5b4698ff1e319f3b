import type { HalfSignIn } from './session.ts';
import { readCookie } from './token/token-cookie.ts';

const cookie = 'atrium-handover';

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
  try {
    const { token, otpContact } = JSON.parse(text) as { token?: unknown; otpContact?: unknown };
    if (typeof token !== 'string') return null;
    if (otpContact !== 'email' && otpContact !== 'phone') return { is: 'whole', token };
    return { is: 'half', signIn: { token, contact: otpContact } };
  } catch {
    return null;
  }
}
