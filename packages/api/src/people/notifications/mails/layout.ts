import type { MailContent } from '../../../platform/channels/channel.ts';
import { type Html, html } from '../../../platform/html.ts';
import type { Speech } from '../messages/speech.ts';
import type { Block } from './blocks.ts';

export interface MailParts {
  readonly subject: string;
  /** Preview text that inboxes show beside the subject. */
  readonly preview: string;
  readonly title: string;
  readonly blocks: readonly Block[];
}

/** Mail clients with a dark mode use these instead of the inline colors. */
const dark = html`@media (prefers-color-scheme:dark){
.canvas{background:#07090c!important}.surface{background:#0f1216!important;border-color:#1f242c!important}
.inset{background:#171b21!important}.line{border-color:#1f242c!important}
.t1{color:#edf1f5!important}.t2{color:#aab4c0!important}.t3{color:#8893a1!important}.accent{color:#6f9cff!important}
.pill{background:#edf1f5!important}.on-pill{color:#07090c!important}.bar{background:#07090c!important}}`;

const fonts = "'Geist Variable',Geist,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";

/**
 * Renders the mail around its blocks: tables and inline styles without images, so that blocked images change nothing.
 */
export function renderMail(speech: Speech, { subject, preview, title, blocks }: MailParts): MailContent {
  const footer = speech.say('footer.sent');
  const document = html`<!doctype html>
<html lang="${speech.language}" dir="${speech.dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>:root{color-scheme:light dark}.surface>:last-child{margin-bottom:0!important}${dark}</style>
</head>
<body class="canvas" style="margin:0;padding:0;background:#f5f6f8">
<div style="display:none;max-height:0;overflow:hidden">${preview}</div>
<table class="canvas" role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%" style="background:#f5f6f8;font-family:${fonts}"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%" style="max-width:560px;text-align:start">
<tr><td style="padding:0 0 24px">${wordmark}</td></tr>
<tr><td class="surface" style="background:#ffffff;border:1px solid #e2e6eb;border-radius:11px;padding:32px">
<h1 class="t1" style="margin:0 0 16px;font-size:20px;line-height:28px;font-weight:600;letter-spacing:-0.36px;color:#0b1016">${title}</h1>
${blocks.map((block) => block.html)}</td></tr>
<tr><td class="t3" style="padding:16px 0 0;font-size:12px;line-height:16px;color:#616c7b">${footer}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
  const parts = [title, ...blocks.map(({ text }) => text).filter((text) => text !== ''), `-- \n${footer}`];
  return { subject: toOneLine(subject), html: document.text, text: `${parts.join('\n\n')}\n` };
}

/** Keeps a subject on one line: its values must not start another mail header. */
const toOneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Heights of the logo's bars on a square of 28, px. */
const bars = [8, 13, 11, 6];

const bar = (height: number): Html =>
  html`<td valign="bottom" style="padding:0 1px;line-height:0;font-size:0"><div class="bar" style="width:2px;height:${height}px;border-radius:1px;background:#ffffff"></div></td>`;

const wordmark = html`<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
<td class="pill" width="28" height="28" align="center" valign="middle" style="width:28px;height:28px;border-radius:7px;background:#0b1016"><table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>${bars.map(bar)}</tr></table></td>
<td class="t1" style="padding:0 10px;font-size:15px;line-height:28px;font-weight:600;color:#0b1016">Atrium</td>
</tr></table>`;
