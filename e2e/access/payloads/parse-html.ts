/** Returns a mail's decoded HTML part; null if it has none. */
export function parseHtml(raw: string): string | null {
  const at = raw.search(/^content-type: text\/html/im);
  if (at < 0) return null;
  const [head = '', ...rest] = raw.slice(at).split(/\r?\n\r?\n/);
  const body = rest.join('\n\n').split(/\r?\n--/)[0] ?? '';
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8');
  if (!/quoted-printable/i.test(head)) return body;
  const bytes = body
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
