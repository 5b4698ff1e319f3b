/** Why the server does not take a file, by what the interface says about it; in the words the server answers with. */
export const importRefusals = {
  fileRequired: 'File required',
  dateFormat: 'Invalid date format',
  timezoneFormat: 'Invalid timezone format',
  fileType: 'Invalid file type',
  processing: 'Processing failure',
  storage: 'Storage failure',
  unknown: 'Unknown error',
  importType: 'Import type required',
  uploadedFile: 'Invalid uploaded file',
} as const;

export type ImportRefusal = keyof typeof importRefusals;

/** What a message of the server is about; null: none of these, and it is shown as it is. */
export function importRefusalOf(message: string): ImportRefusal | null {
  const kinds = Object.keys(importRefusals) as ImportRefusal[];
  return kinds.find((kind) => importRefusals[kind] === message) ?? null;
}
