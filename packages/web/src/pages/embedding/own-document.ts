/** Path of this document's request: its content security policy allows the frames of that path only. */
const documentPath = location.pathname;

/** Returns whether a page with frames must be reloaded, because the document was requested for another path. */
export function needsOwnDocument(path: string): boolean {
  const decoded = (text: string) => {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  };
  return decoded(path) !== decoded(documentPath);
}
