import type { Link } from '../links.ts';
import type { Speech } from '../messages/speech.ts';
import { button, linkText, paragraph, small } from './blocks.ts';
import { renderMail } from './layout.ts';

export interface InvitationParams {
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
