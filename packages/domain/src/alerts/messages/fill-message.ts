/** Placeholders of a message, written as `{name}`. */
export const messageTokens = ['alert', 'site', 'zone', 'value', 'limit', 'since'] as const;

export type MessageToken = (typeof messageTokens)[number];

/** Splits a message into text and placeholders. Other braces stay as they are. */
export function splitMessage(template: string): readonly (string | { readonly token: MessageToken })[] {
  return template.split(/\{(\w+)\}/).flatMap((part, index) => {
    if (index % 2 === 0) return part === '' ? [] : [part];
    return [isToken(part) ? { token: part } : `{${part}}`];
  });
}

/** Replaces all placeholders of a message. */
export function fillMessage(template: string, values: Readonly<Record<MessageToken, string>>): string {
  return splitMessage(template)
    .map((part) => (typeof part === 'string' ? part : values[part.token]))
    .join('');
}

const isToken = (name: string | undefined): name is MessageToken =>
  (messageTokens as readonly (string | undefined)[]).includes(name);
