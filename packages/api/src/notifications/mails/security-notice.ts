import type { Link } from '../links.ts';
import type { Speech } from '../messages/speech.ts';
import { button, facts, paragraph } from './blocks.ts';
import { renderGreeting } from './greeting.ts';
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
