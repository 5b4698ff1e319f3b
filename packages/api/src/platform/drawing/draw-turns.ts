import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Cancelled } from '../cancelled.ts';
import { Overloaded } from '../overloaded.ts';
import type { DrawAnswer, DrawJob, DrawRequest } from './draw-job.ts';

export interface TurnLimits {
  /** Jobs that wait behind the one at work; the next is refused as overload. */
  readonly waiting: number;
  /** How long one job may take, with the start of the process. */
  readonly jobMs: number;
  /** After how long with nothing to do the process is ended, and its memory free. */
  readonly idleMs: number;
}

interface Turn {
  readonly job: DrawJob;
  readonly answer: PromiseWithResolvers<Uint8Array | string>;
}

const program = fileURLToPath(new URL('./draw.process.ts', import.meta.url));
const retryAfterSeconds = 10;

/**
 * Jobs one after the other, in a process of their own: what draws is native code that nothing else could stop, or keep
 * from taking the server with it. The process knows none of the server's settings.
 */
export class DrawTurns {
  readonly #fonts: string;
  readonly #limits: TurnLimits;
  readonly #waiting: Turn[] = [];
  #atWork: Turn | null = null;
  #process: ChildProcess | null = null;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(fonts: string, limits: TurnLimits) {
    this.#fonts = fonts;
    this.#limits = limits;
  }

  /** Rejects with `Overloaded` where too many wait, with `Cancelled` when nobody does any more. */
  async take(job: DrawJob, signal?: AbortSignal): Promise<Uint8Array | string> {
    if (this.#isClosed || signal?.aborted) throw new Cancelled();
    if (this.#atWork !== null && this.#waiting.length >= this.#limits.waiting) throw new Overloaded(retryAfterSeconds);
    const turn: Turn = { job, answer: Promise.withResolvers() };
    const leave = () => this.#drop(turn, new Cancelled());
    signal?.addEventListener('abort', leave, { once: true });
    this.#waiting.push(turn);
    this.#next();
    try {
      return await turn.answer.promise;
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  }

  /** Ends the process; what was under way or waits is cancelled. */
  close(): void {
    this.#isClosed = true;
    for (const turn of this.#waiting.splice(0)) turn.answer.reject(new Cancelled());
    if (this.#atWork !== null) this.#drop(this.#atWork, new Cancelled());
    this.#end();
  }

  #next(): void {
    if (this.#atWork !== null || this.#isClosed) return;
    clearTimeout(this.#timer);
    const turn = this.#waiting.shift();
    if (turn === undefined) {
      this.#timer = setTimeout(() => this.#end(), this.#limits.idleMs).unref();
      return;
    }
    this.#atWork = turn;
    this.#process ??= this.#start();
    const { jobMs } = this.#limits;
    this.#timer = setTimeout(() => this.#drop(turn, new Error(`nothing drawn within ${jobMs} ms`)), jobMs);
    const request: DrawRequest = { job: turn.job, fonts: this.#fonts };
    this.#process.send(request, (error) => {
      if (error !== null) this.#drop(turn, error);
    });
  }

  #start(): ChildProcess {
    const started = fork(program, {
      serialization: 'advanced',
      env: {},
      execArgv: [],
      // What native code says when it gives up.
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    // Nothing to do keeps no program running: while there is something, the timer of the job does.
    started.unref();
    started.channel?.unref();
    started.on('message', (answer: DrawAnswer) => {
      if (this.#process !== started || this.#atWork === null) return;
      const { answer: waited } = this.#atWork;
      this.#atWork = null;
      if ('drawn' in answer) waited.resolve(answer.drawn);
      else waited.reject(new Error(`not drawn: ${answer.failed}`));
      this.#next();
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

  /** Whoever asked gets the error; a process that works on it is ended, since nothing else stops it. */
  #drop(turn: Turn, error: Error): void {
    if (turn === this.#atWork) {
      this.#atWork = null;
      this.#end();
    } else {
      const at = this.#waiting.indexOf(turn);
      if (at < 0) return;
      this.#waiting.splice(at, 1);
    }
    turn.answer.reject(error);
    this.#next();
  }

  #end(): void {
    clearTimeout(this.#timer);
    const ended = this.#process;
    this.#process = null;
    ended?.kill('SIGKILL');
  }
}
