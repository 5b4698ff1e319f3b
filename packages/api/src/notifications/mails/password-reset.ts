import type { Link } from '../links.ts';
import type { Speech } from '../messages/speech.ts';
import { button, paragraph, small, spelledOut } from './blocks.ts';
import { greeting } from './greeting.ts';
import { mailOf } from './layout.ts';

export interface PasswordResetParams {
  readonly firstName: string;
  readonly link: Link;
  /** Lifetime of the link, minutes. */
  readonly minutes: number;
}

export function passwordReset(speech: Speech, { firstName, link, minutes }: PasswordResetParams) {
  const { say } = speech;
  return mailOf(speech, {
    subject: say('passwordReset.subject'),
    preview: say('passwordReset.text'),
    title: say('passwordReset.title'),
    blocks: [
      paragraph(greeting(speech, firstName)),
      paragraph(say('passwordReset.text')),
      button(say('passwordReset.button'), link),
      small(say('passwordReset.life', { minutes: speech.amount(minutes, 'minute') })),
      small(say('passwordReset.stranger')),
      spelledOut(say('footer.link'), link),
    ],
  });
}
