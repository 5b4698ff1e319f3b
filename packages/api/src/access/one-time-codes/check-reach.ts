import type { OtpContact } from '@atrium/domain/access';
import { err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import type { MessageDelivery } from '../../platform/config/index.ts';

/** Checks that codes can reach users by that contact. BAD_INPUT if such messages are neither sent nor shown. */
export function checkReach(
  { mail, texts }: MessageDelivery,
  contact: OtpContact,
  field: string,
): Result<void, Failure> {
  if ((contact === 'email' ? mail : texts) !== 'none') return ok(undefined);
  const what = contact === 'email' ? 'Mail is' : 'Text messages are';
  const setting = contact === 'email' ? 'SMTP_URL' : 'SMS_URL';
  return err(failure('BAD_INPUT', `${what} not set up here, so no code can be sent. Set ${setting}`, field));
}
