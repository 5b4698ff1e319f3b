/** Why the server refuses a file, with the message of its response. */
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

/** Maps a server message to its reason. Null: an unknown message, which is shown unchanged. */
export function findImportRefusal(message: string): ImportRefusal | null {
  const kinds = Object.keys(importRefusals) as ImportRefusal[];
  return kinds.find((kind) => importRefusals[kind] === message) ?? null;
}
