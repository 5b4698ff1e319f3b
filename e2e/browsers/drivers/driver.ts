/** A WebDriver input source with its actions, in the format of both protocols. */
export interface InputSource {
  readonly type: 'pointer' | 'key';
  readonly id: string;
  readonly parameters?: { readonly pointerType: 'mouse' | 'touch' };
  readonly actions: readonly object[];
}

/** What journeys need of a browser, independent of its protocol. */
export interface Driver {
  /** Origin at which this browser opens the product. */
  readonly origin: string;
  /** Resolves when the page has loaded, or at once if another navigation replaced it. */
  open(url: string): Promise<void>;
  /** Runs the body of an async function in the page and returns its JSON value. */
  run(body: string): Promise<unknown>;
  perform(sources: readonly InputSource[]): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** Returns a PNG of the window. */
  screenshot(): Promise<Buffer>;
  /** Returns script and console errors since the start. */
  faults(): Promise<readonly string[]>;
  /** Folder of downloads. */
  readonly downloads: string;
  close(): Promise<void>;
}

/** Why a browser cannot be driven here. Its journeys are skipped with this reason. */
export class MissingBrowser extends Error {}
