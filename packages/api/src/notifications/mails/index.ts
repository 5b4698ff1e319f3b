import type { MailContent } from '../../platform/channels/index.ts';
import type { Speech } from '../messages/speech.ts';
import { alertMail } from './alert.ts';
import { exportFailed } from './export-failed.ts';
import { exportReady } from './export-ready.ts';
import { invitation } from './invitation.ts';
import { oneTimeCode, oneTimeCodeText } from './one-time-code.ts';
import { passwordReset } from './password-reset.ts';
import { securityNotice } from './security-notice.ts';

type Template<Written> = (speech: Speech, params: never) => Written;

/** All mail templates. Each is a pure function of language and parameters. */
export const mails = {
  alert: alertMail,
  exportReady,
  exportFailed,
  invitation,
  oneTimeCode,
  passwordReset,
  securityNotice,
} as const satisfies Record<string, Template<MailContent>>;

/** All text message templates. */
export const texts = { oneTimeCode: oneTimeCodeText } as const satisfies Record<string, Template<string>>;

export type MailName = keyof typeof mails;
export type TextName = keyof typeof texts;
export type MailParams<Name extends MailName> = Parameters<(typeof mails)[Name]>[1];
export type TextParams<Name extends TextName> = Parameters<(typeof texts)[Name]>[1];
