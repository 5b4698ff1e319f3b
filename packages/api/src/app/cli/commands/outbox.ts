import { ok } from '@atrium/domain/core';
import { openOutboxFolder, type StoredMessage } from '../../../platform/channels/outbox-folder.ts';
import { defineCommand, parseArguments } from '../command.ts';

const maxMessages = 5;

/** Prints mails of the demo, so that a user can read a sign-in code before signing in. */
export const outbox = defineCommand<null>({
  name: 'outbox',
  summary: 'Print the newest mails of the demo, which sends none.',
  examples: ['atrium outbox'],
  usage: '',
  parse(args) {
    const read = parseArguments(args, {}, []);
    return read.ok ? ok({ options: null }) : read;
  },
  async run(_options, { platform, out, fail }) {
    const { clock, config, folder } = platform;
    if (!config.isDemo && !config.isDevelopment) {
      fail('only the demo shows what was not delivered: set SMTP_URL, so that mails reach their recipients');
      return false;
    }
    const latest = (await openOutboxFolder(folder.outbox, clock).all()).slice(0, maxMessages);
    for (const message of latest.reverse()) for (const line of linesOf(message)) out(line);
    if (latest.length === 0) out('no mails and texts were sent yet');
    return true;
  },
});

function linesOf({ at, channel, recipient, content }: StoredMessage): readonly string[] {
  const subject = 'subject' in content ? `: ${content.subject}` : '';
  const kind = channel === 'mail' ? 'mail' : 'text';
  return [
    `${new Date(at).toISOString()}  ${kind} to ${recipient}${subject}`,
    ...content.text.split('\n').map((line) => `  ${line}`.trimEnd()),
  ];
}
