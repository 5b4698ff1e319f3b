/** Files of an archive that are read; folders of other systems and hidden files are not. */
const pattern = /^(?!__MACOSX\/)(?:.*\/)?[^./][^/]*\.(?:csv|tsv|txt|json|ndjson|jsonl|xlsx|xls)$/i;

export const isReadableEntry = (name: string): boolean => pattern.test(name);

/** Whether text begins as a JSON list or object does. */
export const startsJson = (bytes: Uint8Array): boolean =>
  /^\uFEFF?\s*(?:\[\s*[[{]|\{\s*")/.test(new TextDecoder().decode(bytes.subarray(0, 200)));
