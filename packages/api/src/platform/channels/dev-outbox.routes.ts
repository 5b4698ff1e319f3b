import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Html, html } from '../html.ts';
import type { OutboxFolder, StoredMessage } from './outbox-folder.ts';

const style = html`
  :root { color-scheme: light dark; --canvas: #f5f6f8; --surface: #fff; --line: #e2e6eb; --text: #0b1016; --text-faint: #616c7b; --accent: #1550f5 }
  @media (prefers-color-scheme: dark) {
    :root { --canvas: #07090c; --surface: #0f1216; --line: #1f242c; --text: #edf1f5; --text-faint: #8893a1; --accent: #6f9cff }
  }
  body { margin: 0 auto; max-width: 720px; padding: 24px; background: var(--canvas); color: var(--text); font: 13px/20px system-ui, sans-serif }
  h1 { font-size: 20px; line-height: 28px; font-weight: 600 }
  ul { list-style: none; padding: 0 }
  li, article { background: var(--surface); border: 1px solid var(--line); border-radius: 11px; padding: 12px 16px; margin: 0 0 12px }
  a { color: var(--accent) }
  p { margin: 0 }
  .meta { color: var(--text-faint); font-size: 12px; line-height: 16px }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit }
  iframe { width: 100%; height: 640px; border: 1px solid var(--line); border-radius: 11px }
`;

/** Builds the list of all messages, newest first, each with a link. */
function listPage(messages: readonly StoredMessage[], nonce: string): Html {
  const items = messages.map(
    (message) =>
      html`<li><p><a href="/dev/outbox/${message.messageId}">${titleOf(message)}</a></p>${metaOf(message)}</li>`,
  );
  const content =
    items.length === 0
      ? html`<p class="meta">Mails and texts appear here as they are sent.</p>`
      : html`<ul>${items}</ul>`;
  return page('Outbox', html`<h1>Outbox</h1>${content}`, nonce);
}

/**
 * Builds the page for visitors who are not signed in as an administrator. They may need a sign-in code that is stored
 * here.
 */
function signInPage(nonce: string): Html {
  return page(
    'Outbox',
    html`<h1>Outbox</h1>
<p><a href="/login">Sign in</a> as an administrator to read the mails and texts that nobody delivers.</p>
<p class="meta">On the machine that runs Atrium, <code>npm run -s atrium -- outbox</code> prints the latest ones.</p>`,
    nonce,
  );
}

/**
 * Builds the page of one message: the mail as mail programs show it, without scripts or forms, and its text with links.
 */
function messagePage(message: StoredMessage): Html {
  const title = titleOf(message);
  const picture =
    message.channel === 'mail'
      ? html`<iframe title="The mail as it looks" sandbox="" srcdoc="${message.content.html}"></iframe>`
      : html``;
  return page(
    title,
    html`<p><a href="/dev/outbox">Outbox</a></p><h1>${title}</h1>${metaOf(message)}
<article><pre>${linked(message.content.text)}</pre></article>${picture}`,
  );
}

const titleOf = (message: StoredMessage) =>
  message.channel === 'mail' ? message.content.subject : message.content.text.slice(0, 80);

function metaOf({ channel, recipient, at }: StoredMessage): Html {
  const time = new Date(at).toISOString();
  return html`<p class="meta">${channel === 'mail' ? 'Mail' : 'Text'} to ${recipient}, <time datetime="${time}">${time}</time></p>`;
}

/** Turns web addresses in the text into links. */
function linked(text: string): readonly Html[] {
  return text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`));
}

function page(title: string, content: Html, nonce?: string): Html {
  const open = nonce === undefined ? html`<style>` : html`<style nonce="${nonce}">`;
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>${open}${style}</style></head>
<body>${content}</body></html>`;
}

/**
 * Registers `/dev/outbox`: the mails and texts that are stored because no server is configured, for trying or
 * developing the product. They contain links and codes that open accounts. So they are shown only in the demo and in
 * development, and only to signed-in administrators. Other callers can't tell whether there are any.
 */
export function registerDevOutbox(
  routes: FastifyInstance,
  kept: OutboxFolder,
  isAdministrator: (request: IncomingMessage) => Promise<boolean>,
): void {
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    if (await isAdministrator(request.raw)) return;
    if (request.url.startsWith('/dev/outbox.json'))
      return reply.code(401).send({ code: 'UNAUTHENTICATED', message: 'sign in as an administrator' });
    const nonce = randomBytes(16).toString('base64');
    return send(reply.code(401), signInPage(nonce), `'nonce-${nonce}'`);
  };
  routes.get('/dev/outbox', { onRequest }, async (_request, reply) => {
    const nonce = randomBytes(16).toString('base64');
    return send(reply, listPage(await kept.all(), nonce), `'nonce-${nonce}'`);
  });
  routes.get('/dev/outbox.json', { onRequest }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send(await kept.all()),
  );
  routes.get<{ Params: { id: string } }>('/dev/outbox/:id', { onRequest }, async ({ params }, reply) => {
    const message = (await kept.all()).find(({ messageId }) => messageId === params.id);
    if (message === undefined) return reply.code(404).send({ code: 'NOT_FOUND', message: 'there is nothing here' });
    // A `srcdoc` document inherits this page's policy, and mails use inline styles.
    return send(reply, messagePage(message), "'unsafe-inline'");
  });
}

function send(reply: FastifyReply, page: Html, styles: string): FastifyReply {
  const policy = `default-src 'none'; style-src ${styles}; img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;
  return reply
    .header('content-security-policy', policy)
    .header('x-frame-options', 'DENY')
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page.text);
}
