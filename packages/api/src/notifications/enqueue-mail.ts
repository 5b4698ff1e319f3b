import type { MailContent } from '../platform/channels/index.ts';
import type { Database } from '../platform/relational/index.ts';
import { type MailName, type MailParams, mails, type TextName, type TextParams, texts } from './mails/index.ts';
import { findLanguage } from './messages/languages.ts';
import { createSpeech, type Speech } from './messages/speech.ts';
import { type Envelope, enqueue } from './outbox/index.ts';

/** An envelope with the language of the reader. */
export interface Letter extends Envelope {
  /** Language of the reader's profile. */
  readonly language: string;
}

/** Renders a mail in the reader's language and enqueues it. Returns false if its key was enqueued before. */
export function enqueueMail<Name extends MailName>(
  transaction: Database,
  { language, ...envelope }: Letter,
  name: Name,
  params: MailParams<Name>,
): Promise<boolean> {
  const write = mails[name] as (speech: Speech, params: MailParams<Name>) => MailContent;
  const content = write(createSpeech(findLanguage(language)), params);
  return enqueue(transaction, { ...envelope, channel: 'mail', content });
}

/** Does the same for a text message. */
export function enqueueText<Name extends TextName>(
  transaction: Database,
  { language, ...envelope }: Letter,
  name: Name,
  params: TextParams<Name>,
): Promise<boolean> {
  const write = texts[name] as (speech: Speech, params: TextParams<Name>) => string;
  const content = { text: write(createSpeech(findLanguage(language)), params) };
  return enqueue(transaction, { ...envelope, channel: 'sms', content });
}
