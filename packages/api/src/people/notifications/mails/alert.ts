import type { Link } from '../links.ts';
import type { Speech } from '../messages/speech.ts';
import { button, paragraph, small } from './blocks.ts';
import { renderMail } from './layout.ts';

export interface AlertMailParams {
  readonly subject: string;
  /** Text of the alert's author with its placeholders filled in. Empty: none. */
  readonly message: string;
  /** One line per event, with its place. */
  readonly lines: readonly string[];
  /** Link to the firing's story. */
  readonly link: Link;
}

/** Renders the mail about an alert: its own text first, then the events. */
export function renderAlertMail(speech: Speech, { subject, message, lines, link }: AlertMailParams) {
  const said = message.split('\n').filter((line) => line.trim() !== '');
  return renderMail(speech, {
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
