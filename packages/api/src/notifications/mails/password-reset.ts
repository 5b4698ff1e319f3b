import type { Link } from '../links.ts';
import type { Speech } from '../messages/speech.ts';
import { button, linkText, paragraph, small } from './blocks.ts';
import { renderGreeting } from './greeting.ts';
import { renderMail } from './layout.ts';

export interface PasswordResetParams {
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
