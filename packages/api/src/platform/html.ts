declare const markup: unique symbol;

/** Text that is already markup. Only the tag below creates it, so that plain text can't be mistaken for it. */
export type Html = { readonly [markup]: true; readonly text: string };

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

type Value = string | number | Html | readonly Html[];

/**
 * Builds markup with values in it. Texts are escaped, for content and quoted attributes alike; markup is inserted as it
 * is.
 */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  const text = strings.reduce((before, next, index) => before + written(values[index - 1] ?? '') + next);
  return { text } as Html;
}

function written(value: Value): string {
  if (typeof value === 'string' || typeof value === 'number')
    return String(value).replace(/[&<>"']/g, (character) => entities[character] ?? character);
  return isList(value) ? value.map(({ text }) => text).join('') : value.text;
}

const isList = (value: Html | readonly Html[]): value is readonly Html[] => Array.isArray(value);
