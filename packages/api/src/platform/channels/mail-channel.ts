import { err, ok, type Result } from '@atrium/domain/core';
import { createTransport } from 'nodemailer';
import type { Channel, DeliveryProblem, MailContent, ReadFile } from './channel.ts';

const milliseconds = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Machines that answer every mail with one of their own leave these alone. */
const automatic = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

/** Mail over SMTP. `from` is a whole mailbox; the Message-ID's domain is that of its address. */
export function mailChannel(
  server: string,
  from: { readonly name: string; readonly address: string },
  readFile: ReadFile,
): Channel<'mail'> {
  const transport = createTransport({
    url: server,
    pool: true,
    maxConnections: 3,
    // A mail's contents come from us alone: nothing in them may make the server read files or fetch addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
    ...milliseconds,
  });
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  return {
    async deliver({ messageId, recipient, content }) {
      const attachments = await readAttachments(readFile, content);
      if (attachments === null) return err({ kind: 'permanent', reason: 'a file attached to it is no longer there' });
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: recipient },
          messageId: `<${messageId}@${domain}>`,
          ...partsOf(content),
          attachments,
        });
        return ok(undefined);
      } catch (error) {
        return refusalOf(error as SmtpError);
      }
    },
    close: () => transport.close(),
  };
}

function partsOf({ subject, html, text, headers = {} }: MailContent) {
  return { subject, html, text, headers: { ...automatic, ...headers } };
}

/** null: one of them is gone. */
async function readAttachments(readFile: ReadFile, { attachments = [] }: MailContent) {
  const read = [];
  for (const { filename, contentType, file, contentId } of attachments) {
    const content = await readFile(file);
    if (content === null) return null;
    read.push({ filename, contentType, content, ...(contentId === undefined ? {} : { cid: contentId }) });
  }
  return read;
}

interface SmtpError extends Error {
  readonly code?: string;
  readonly responseCode?: number;
}

/** A server that refuses this message or recipient for good says so with 5xx; a refused sign-in is ours to mend. */
function refusalOf({ code, responseCode }: SmtpError): Result<void, DeliveryProblem> {
  const isFinal = responseCode !== undefined && responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
  const reason = `the mail server: ${[code, responseCode].filter((part) => part !== undefined).join(' ') || 'no answer'}`;
  return err({ kind: isFinal ? 'permanent' : 'temporary', reason });
}
