/** One WebDriver source of input with its actions, as both protocols take it. */
export interface InputSource {
  readonly type: 'pointer' | 'key';
  readonly id: string;
  readonly parameters?: { readonly pointerType: 'mouse' | 'touch' };
  readonly actions: readonly object[];
}

/** What journeys need of a browser, whatever protocol it speaks. */
export interface Driver {
  /** Where this browser opens the product. */
  readonly origin: string;
  /** Resolves when the page has loaded, or at once if another navigation replaced it. */
  open(url: string): Promise<void>;
  /** Runs the body of an async function in the page and returns its JSON value. */
  run(body: string): Promise<unknown>;
  perform(sources: readonly InputSource[]): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** A PNG of what the window shows. */
  screenshot(): Promise<Buffer>;
  /** Script errors and console errors since the start, from the beginning of each page. */
  faults(): Promise<readonly string[]>;
  /** The folder that downloads are saved in. */
  readonly downloads: string;
  close(): Promise<void>;
}

/** Why a browser cannot be driven here. Its journeys are skipped with this reason. */
export class MissingBrowser extends Error {}
