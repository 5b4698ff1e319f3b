import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ConnectionPool } from '../concurrency/connection-pool.ts';
import type { QueryOwner } from '../concurrency/query-owner.ts';
import { type Capacity, shareCapacity } from '../concurrency/share-capacity.ts';
import { Cancelled } from '../failures.ts';
import type { DrawAnswer, DrawJob, DrawRequest } from './draw-job.ts';
import type { MeasureWidth } from './measure-text.ts';
import type { PaperFont } from './paper-fonts.ts';

interface DrawLimits {
  /** Maximum number of queued jobs: in total, per organization, per person. */
  readonly waiting: Capacity['waiting'];
  /** ms that a job waits in the queue. */
  readonly waitMs: number;
  /** Maximum ms of one job, including the start of the process. */
  readonly jobMs: number;
  /** ms of idleness after which the process is ended to free its memory. */
  readonly idleMs: number;
}

interface Turn {
  readonly job: DrawJob;
  readonly answer: PromiseWithResolvers<Uint8Array | string>;
}

const program = fileURLToPath(new URL('./draw.process.ts', import.meta.url));

/**
 * Runs drawing jobs one at a time, fair between organizations, in a separate process. Drawing uses native code that
 * could not be stopped otherwise and might crash the server. The process gets none of the server's settings.
 */
class DrawQueue {
  readonly #fonts: string;
  readonly #limits: DrawLimits;
  readonly #turns: ConnectionPool<null>;
  #atWork: Turn | null = null;
  #process: ChildProcess | null = null;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(fonts: string, limits: DrawLimits) {
    this.#fonts = fonts;
    this.#limits = limits;
    this.#turns = shareCapacity({ concurrency: 1, perOwner: 1, ...limits });
  }

  /** Rejects with `Overloaded` when the queue is full, and with `Cancelled` when the owner aborts. */
  async take(job: DrawJob, owner?: QueryOwner): Promise<Uint8Array | string> {
    if (this.#isClosed) throw new Cancelled();
    return this.#turns.run(() => this.#work(job, owner?.signal), owner);
  }

  /** Ends the process and cancels running and queued jobs. */
  close(): void {
    this.#isClosed = true;
    if (this.#atWork !== null) this.#drop(this.#atWork, new Cancelled());
    this.#end();
  }

  async #work(job: DrawJob, signal: AbortSignal | undefined): Promise<Uint8Array | string> {
    if (this.#isClosed || signal?.aborted) throw new Cancelled();
    clearTimeout(this.#timer);
    const turn: Turn = { job, answer: Promise.withResolvers() };
    const leave = () => this.#drop(turn, new Cancelled());
    signal?.addEventListener('abort', leave, { once: true });
    this.#atWork = turn;
    this.#process ??= this.#start();
    const { jobMs, idleMs } = this.#limits;
    this.#timer = setTimeout(() => this.#drop(turn, new Error(`nothing drawn within ${jobMs} ms`)), jobMs);
    const request: DrawRequest = { job, fonts: this.#fonts };
    this.#process.send(request, (error) => {
      if (error !== null) this.#drop(turn, error);
    });
    try {
      return await turn.answer.promise;
    } finally {
      signal?.removeEventListener('abort', leave);
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#end(), idleMs).unref();
    }
  }

  #start(): ChildProcess {
    const started = fork(program, {
      serialization: 'advanced',
      env: {},
      execArgv: [],
      // stderr is inherited to show the last output of crashing native code.
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    // The idle process does not keep the program alive; during a job, its timer does.
    started.unref();
    started.channel?.unref();
    started.on('message', (answer: DrawAnswer) => {
      if (this.#process !== started || this.#atWork === null) return;
      const { answer: waited } = this.#atWork;
      this.#atWork = null;
      if ('drawn' in answer) waited.resolve(answer.drawn);
      else waited.reject(new Error(`not drawn: ${answer.failed}`));
    });
    const gone = (error?: Error) => {
      if (this.#process !== started) return;
      this.#process = null;
      if (this.#atWork !== null) this.#drop(this.#atWork, error ?? new Error('what draws has ended'));
    };
    started.on('error', gone);
    started.on('exit', () => gone());
    return started;
  }

  /** Rejects the job and kills the process, since nothing else stops it. */
  #drop(turn: Turn, error: Error): void {
    if (turn !== this.#atWork) return;
    this.#atWork = null;
    this.#end();
    turn.answer.reject(error);
  }

  #end(): void {
    clearTimeout(this.#timer);
    const ended = this.#process;
    this.#process = null;
    ended?.kill('SIGKILL');
  }
}

/** Source of a PDF. */
export interface PdfSource {
  /**
   * Our own Typst template, which reads `json("/data.json")` and shows `image("/pictures/<name>")`. External content
   * goes into `data`, where it is always text; inside the template it would be parsed as markup. Fonts: `font:
   * ("Geist", "Atrium Paper")`.
   */
  readonly template: string;
  /** Any JSON value. */
  readonly data: unknown;
}

/** SVG texts, or bytes of PNG, JPEG and WebP, by names such as `entries.svg` and `logo.png`. */
export type PdfPictures = Readonly<Record<string, string | Uint8Array>>;

export interface PictureSize {
  /** Displayed width in CSS pixels. The height follows from the SVG. */
  readonly width: number;
  /** Pixels per CSS pixel: 2 for mails, so that text is sharp on every screen. */
  readonly scale: number;
}

/**
 * Draws files outside the event loop. Promises reject with `Overloaded` when the queue is full, and with `Cancelled`
 * when the signal aborts. They reject with an Error when drawing fails or takes too long.
 */
export interface Drawing {
  /** Returns the PNG of an SVG text, which must use the font "Atrium Paper". The background is transparent. */
  picture(svg: string, size: PictureSize, owner?: QueryOwner): Promise<Uint8Array>;
  /** Returns a tagged PDF; SVGs in it stay vectors, and their text stays text. */
  pdf(source: PdfSource, pictures: PdfPictures, owner?: QueryOwner): Promise<Uint8Array>;
  /** Returns a function that measures text as `picture` and `pdf` draw it. Measuring is fast and synchronous. */
  measure(): Promise<MeasureWidth>;
  close(): void;
}

const defaultLimits: DrawLimits = { waiting: [48, 12, 12], waitMs: 60_000, jobMs: 30_000, idleMs: 60_000 };
/** More than any mail or page needs, and small enough for memory. */
const maxWidthPixels = 6000;
const pictureName = /^[a-z0-9-]+\.(svg|png|jpg|webp)$/;

/** Creates the drawing service with its font folder. Starts no process before the first use. */
export function createDrawing(folder: string, limits: Partial<DrawLimits> = {}): Drawing {
  const turns = new DrawQueue(folder, { ...defaultLimits, ...limits });
  let widthOf: Promise<MeasureWidth> | null = null;
  const openMeasure = async (): Promise<MeasureWidth> => {
    const fonts: readonly PaperFont[] = JSON.parse(textOf(await turns.take({ kind: 'fonts' })));
    // Loaded on demand, so that only measuring pays for the library.
    const { createMeasureWidth: measureText } = await import('./measure-text.ts');
    return measureText(fonts);
  };
  return {
    async picture(svg, { width, scale }, owner) {
      const dots = width * scale;
      if (!(dots >= 1 && dots <= maxWidthPixels)) throw new Error(`a picture ${dots} dots wide is not drawn`);
      return bytesOf(await turns.take({ kind: 'picture', svg, width, scale }, owner));
    },
    async pdf({ template, data }, pictures, owner) {
      for (const name of Object.keys(pictures))
        if (!pictureName.test(name)) throw new Error(`not a name of a picture: ${name}`);
      return bytesOf(await turns.take({ kind: 'pdf', template, data: JSON.stringify(data), pictures }, owner));
    },
    measure() {
      widthOf ??= openMeasure().catch((error: unknown) => {
        widthOf = null;
        throw error;
      });
      return widthOf;
    },
    close: () => turns.close(),
  };
}

function textOf(drawn: Uint8Array | string): string {
  if (typeof drawn !== 'string') throw new Error('bytes where a text was asked for');
  return drawn;
}

function bytesOf(drawn: Uint8Array | string): Uint8Array {
  if (typeof drawn === 'string') throw new Error('a text where bytes were asked for');
  return drawn;
}
