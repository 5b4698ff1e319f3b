import type { Link } from '../links.ts';
import type { Speech } from '../messages/speech.ts';
import { button, code as codeBlock, facts, linkText, paragraph, small } from './blocks.ts';
import { renderMail } from './layout.ts';

export interface SecurityNoticeParams {
  readonly what: 'passwordChanged' | 'twoFactorChanged' | 'newSignIn' | 'emailChangeRequested' | 'emailChanged';
  readonly firstName: string;
  readonly email: string;
  /** Set if the account gets a new address. */
  readonly newEmail?: string | undefined;
  readonly at: number;
  /** Time zone of the reader. */
  readonly timezone: string;
  /** IP address of the peer. */
  readonly address: string;
  /** Page where the reader can review it. */
  readonly link: Link;
}

export function renderSecurityNotice(speech: Speech, params: SecurityNoticeParams) {
  const { say } = speech;
  const { what, firstName, email, newEmail, at, timezone, address, link } = params;
  const text = say(`securityNotice.${what}.text`);
  return renderMail(speech, {
    subject: say(`securityNotice.${what}.subject`),
    preview: text,
    title: say(`securityNotice.${what}.title`),
    blocks: [
      paragraph(renderGreeting(speech, firstName)),
      paragraph(text),
      facts([
        [say('securityNotice.account'), email],
        ...(newEmail === undefined ? [] : [[say('securityNotice.newEmail'), newEmail] as const]),
        [say('securityNotice.when'), speech.moment(at, timezone)],
        [say('securityNotice.where'), address],
      ]),
      // After the change, the reader of the old address cannot reset the password any more.
      paragraph(say(what === 'emailChanged' ? 'securityNotice.emailChanged.stranger' : 'securityNotice.stranger')),
      button(say('securityNotice.button'), link),
    ],
  });
}

/** Renders the greeting, without a name if it is empty. */
function renderGreeting({ say }: Speech, firstName: string): string {
  const name = firstName.trim();
  return name === '' ? say('hello.nobody') : say('hello', { name });
}

interface PasswordResetParams {
  readonly firstName: string;
  readonly link: Link;
  /** Lifetime of the link, minutes. */
  readonly minutes: number;
}

export function renderPasswordReset(speech: Speech, { firstName, link, minutes }: PasswordResetParams) {
  const { say } = speech;
  return renderMail(speech, {
    subject: say('passwordReset.subject'),
    preview: say('passwordReset.text'),
    title: say('passwordReset.title'),
    blocks: [
      paragraph(renderGreeting(speech, firstName)),
      paragraph(say('passwordReset.text')),
      button(say('passwordReset.button'), link),
      small(say('passwordReset.life', { minutes: speech.amount(minutes, 'minute') })),
      small(say('passwordReset.stranger')),
      linkText(say('footer.link'), link),
    ],
  });
}

interface OneTimeCodeParams {
  readonly code: string;
  /** Lifetime of the code, minutes. */
  readonly minutes: number;
}

/** Without a link: a mail with a code and a link to enter it looks like phishing. */
export function renderOneTimeCode(speech: Speech, { code, minutes }: OneTimeCodeParams) {
  const { say } = speech;
  const text = say('oneTimeCode.text', { minutes: speech.amount(minutes, 'minute') });
  return renderMail(speech, {
    subject: say('oneTimeCode.subject', { code }),
    preview: text,
    title: say('oneTimeCode.title'),
    blocks: [paragraph(text), codeBlock(code), small(say('oneTimeCode.stranger'))],
  });
}

export function renderOneTimeCodeText({ say, amount }: Speech, { code, minutes }: OneTimeCodeParams): string {
  return say('oneTimeCode.sms', { code, minutes: amount(minutes, 'minute') });
}

interface DeliveryTestParams {
  readonly organization: string;
}

/** A mail by which an administrator sees that mails arrive. */
export function renderDeliveryTest(speech: Speech, { organization }: DeliveryTestParams) {
  const { say } = speech;
  return renderMail(speech, {
    subject: say('deliveryTest.subject'),
    preview: say('deliveryTest.text', { organization }),
    title: say('deliveryTest.title'),
    blocks: [paragraph(say('deliveryTest.text', { organization }))],
  });
}

export const renderDeliveryTestText = ({ say }: Speech, { organization }: DeliveryTestParams): string =>
  say('deliveryTest.sms', { organization });

interface InvitationParams {
  readonly organization: string;
  /** Name of the inviter. Null: the system. */
  readonly inviter: string | null;
  readonly link: Link;
  /** Lifetime of the link, days. */
  readonly days: number;
}

export function renderInvitation(speech: Speech, { organization, inviter, link, days }: InvitationParams) {
  const { say } = speech;
  const text =
    inviter === null
      ? say('invitation.textSystem', { organization })
      : say('invitation.text', { inviter, organization });
  return renderMail(speech, {
    subject: say('invitation.subject', { organization }),
    preview: text,
    title: say('invitation.title', { organization }),
    blocks: [
      paragraph(text),
      button(say('invitation.button'), link),
      small(say('invitation.life', { days: speech.amount(days, 'day') })),
      small(say('invitation.stranger', { organization })),
      linkText(say('footer.link'), link),
    ],
  });
}
