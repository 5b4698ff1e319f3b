/** The path this document was asked for: its content policy lets in the frames of that path only. */
const documentPath = location.pathname;

/** Whether a page that needs frames must be loaded anew, because the document was made for another path. */
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
