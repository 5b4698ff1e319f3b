import { err, ok, type Result } from '@atrium/domain/core';
import { createTransport } from 'nodemailer';
import type { Channel, DeliveryProblem, MailContent, ReadFile } from './channel.ts';

const milliseconds = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Keeps auto-responders from answering. */
const automatic = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

/** Creates the SMTP channel. The domain of each Message-ID is that of the sender's address. */
export function createMailChannel(
  server: string,
  from: { readonly name: string; readonly address: string },
  readFile: ReadFile,
): Channel<'mail'> {
  const transport = createTransport({
    url: server,
    pool: true,
    maxConnections: 3,
    // Mail contents must never make the server read files or fetch URLs.
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

/** Returns null when a file is gone. */
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

/**
 * Converts an SMTP error. Only a 5xx for this message or recipient is permanent; a refused sign-in is a configuration
 * error that can be fixed.
 */
function refusalOf({ code, responseCode }: SmtpError): Result<void, DeliveryProblem> {
  const isFinal = responseCode !== undefined && responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
  const reason = `the mail server: ${[code, responseCode].filter((part) => part !== undefined).join(' ') || 'no answer'}`;
  return err({ kind: isFinal ? 'permanent' : 'temporary', reason });
}
