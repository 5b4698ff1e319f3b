import type { Speech } from '../messages/speech.ts';
import { code as codeBlock, paragraph, small } from './blocks.ts';
import { mailOf } from './layout.ts';

export interface OneTimeCodeParams {
  readonly code: string;
  /** How long it is good for. */
  readonly minutes: number;
}

/** Without a link: a mail that asks for a code and offers somewhere to type it is what forgeries look like. */
export function oneTimeCode(speech: Speech, { code, minutes }: OneTimeCodeParams) {
  const { say } = speech;
  const text = say('oneTimeCode.text', { minutes: speech.amount(minutes, 'minute') });
  return mailOf(speech, {
    subject: say('oneTimeCode.subject', { code }),
    preview: text,
    title: say('oneTimeCode.title'),
    blocks: [paragraph(text), codeBlock(code), small(say('oneTimeCode.stranger'))],
  });
}

export function oneTimeCodeText({ say, amount }: Speech, { code, minutes }: OneTimeCodeParams): string {
  return say('oneTimeCode.sms', { code, minutes: amount(minutes, 'minute') });
}
