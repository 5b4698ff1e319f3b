import { type Html, html } from '../../../platform/html.ts';
import type { Link } from '../links.ts';

/** Part of a mail as HTML and as text, so that both have the same content. */
export interface Block {
  readonly html: Html;
  readonly text: string;
}

const base = 'font-size:15px;line-height:24px';

export const paragraph = (text: string): Block => ({
  html: html`<p class="t2" style="margin:0 0 16px;${base};color:#465160">${text}</p>`,
  text,
});

export const small = (text: string): Block => ({
  html: html`<p class="t3" style="margin:0 0 8px;font-size:13px;line-height:20px;color:#616c7b">${text}</p>`,
  text,
});

/** Renders the mail's main action. */
export const button = (label: string, link: Link): Block => ({
  html: html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr>
<td class="pill" style="border-radius:9px;background:#0b1016"><a class="on-pill" href="${link}" style="display:inline-block;padding:12px 24px;font-size:15px;line-height:20px;font-weight:600;color:#ffffff;text-decoration:none">${label}</a></td>
</tr></table>`,
  text: `${label}\n${link}`,
});

/** Renders the URL for mail clients without buttons. As text, the button itself shows its URL. */
export const linkText = (label: string, link: Link): Block => ({
  html: html`<p class="t3" style="margin:16px 0 0;font-size:12px;line-height:18px;color:#616c7b">${label}<br>
<a class="accent" dir="ltr" href="${link}" style="color:#1550f5;word-break:break-all">${link}</a></p>`,
  text: '',
});

/** Renders a code in digits that are wide enough to copy by eye, and in one piece to copy as text. */
export const code = (digits: string): Block => ({
  html: html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%" style="margin:0 0 24px"><tr>
<td class="inset t1" dir="ltr" align="center" style="border-radius:9px;background:#f1f3f6;padding:16px;font-size:30px;line-height:38px;font-weight:600;letter-spacing:8px;color:#0b1016;font-variant-numeric:tabular-nums">${digits}</td>
</tr></table>`,
  text: digits,
});

/** Renders names and values, one per line. */
export function facts(rows: readonly (readonly [name: string, value: string])[]): Block {
  const widest = Math.max(...rows.map(([name]) => name.length));
  const lines = rows.map(
    ([name, value]) => html`<tr>
<td class="t3 line" style="padding:8px 16px 8px 0;border-bottom:1px solid #e2e6eb;font-size:13px;line-height:20px;color:#616c7b">${name}</td>
<td class="t1 line" style="padding:8px 0;border-bottom:1px solid #e2e6eb;font-size:13px;line-height:20px;font-weight:600;color:#0b1016"><bdi>${value}</bdi></td>
</tr>`,
  );
  return {
    html: html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%" style="margin:0 0 24px">${lines}</table>`,
    text: rows.map(([name, value]) => `${name.padEnd(widest)}  ${value}`).join('\n'),
  };
}
