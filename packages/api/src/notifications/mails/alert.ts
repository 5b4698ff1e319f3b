import type { Link } from '../links.ts';
import type { Speech } from '../messages/speech.ts';
import { button, paragraph, small } from './blocks.ts';
import { mailOf } from './layout.ts';

export interface AlertMailParams {
  readonly subject: string;
  /** What whoever wrote the alert wants to be said, filled in; empty: nothing. */
  readonly message: string;
  /** What happened where, a line each. */
  readonly lines: readonly string[];
  /** To the story of what happened. */
  readonly link: Link;
}

/** What happened to an alert: the words it was given first, then what it saw. */
export function alertMail(speech: Speech, { subject, message, lines, link }: AlertMailParams) {
  const said = message.split('\n').filter((line) => line.trim() !== '');
  return mailOf(speech, {
    subject,
    preview: said[0] ?? lines[0] ?? subject,
    title: subject,
    blocks: [
      ...said.map(paragraph),
      ...lines.map(paragraph),
      button(speech.say('alert.button'), link),
      small(speech.say('alert.why')),
    ],
  });
}
