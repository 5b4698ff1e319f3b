import { ask, Refusal } from '../session/index.ts';
import { LoginWithOtpTokenDocument, SendOtpDocument } from './operations.generated.ts';

export type CodeOutcome =
  | { readonly is: 'right'; readonly token: string }
  /** `over`: it timed out, or a password change ended it. */
  | { readonly is: 'wrong' | 'too many' | 'over' | 'failed' };

/** Submits a one-time code; `half` is the token returned for the password. */
export async function submitCode(half: string, code: string): Promise<CodeOutcome> {
  try {
    const { loginWithOtpToken } = await ask(LoginWithOtpTokenDocument, { otp: code }, half);
    return { is: 'right', token: loginWithOtpToken.token };
  } catch (error) {
    return { is: faultOf(error) };
  }
}

export async function resendCode(half: string): Promise<'sent' | 'wrong' | 'too many' | 'over' | 'failed'> {
  try {
    await ask(SendOtpDocument, {}, half);
    return 'sent';
  } catch (error) {
    return faultOf(error);
  }
}

function faultOf(error: unknown): 'wrong' | 'too many' | 'over' | 'failed' {
  if (!(error instanceof Refusal)) return 'failed';
  if (error.code === 'BAD_INPUT') return 'wrong';
  if (error.code === 'RATE_LIMITED') return 'too many';
  return error.code === 'UNAUTHENTICATED' ? 'over' : 'failed';
}
