import type { MailContent } from '../../../platform/channels/channel.ts';
import type { Speech } from '../messages/speech.ts';
import {
  renderDeliveryTest,
  renderDeliveryTestText,
  renderInvitation,
  renderOneTimeCode,
  renderOneTimeCodeText,
  renderPasswordReset,
  renderSecurityNotice,
} from './account-mails.ts';
import { renderAlertMail } from './alert.ts';
import { renderExportFailed, renderExportReady } from './export-mails.ts';

type Template<Written> = (speech: Speech, params: never) => Written;

/** All mail templates. Each is a pure function of language and parameters. */
export const mails = {
  alert: renderAlertMail,
  deliveryTest: renderDeliveryTest,
  exportReady: renderExportReady,
  exportFailed: renderExportFailed,
  invitation: renderInvitation,
  oneTimeCode: renderOneTimeCode,
  passwordReset: renderPasswordReset,
  securityNotice: renderSecurityNotice,
} as const satisfies Record<string, Template<MailContent>>;

/** All text message templates. */
export const texts = {
  deliveryTest: renderDeliveryTestText,
  oneTimeCode: renderOneTimeCodeText,
} as const satisfies Record<string, Template<string>>;

export type MailName = keyof typeof mails;
export type TextName = keyof typeof texts;
export type MailParams<Name extends MailName> = Parameters<(typeof mails)[Name]>[1];
export type TextParams<Name extends TextName> = Parameters<(typeof texts)[Name]>[1];
