import type { Speech } from '../messages/speech.ts';
import { code as codeBlock, paragraph, small } from './blocks.ts';
import { renderMail } from './layout.ts';

export interface OneTimeCodeParams {
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
