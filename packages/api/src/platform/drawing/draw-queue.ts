import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Cancelled } from '../cancelled.ts';
import type { ConnectionPool } from '../concurrency/connection-pool.ts';
import type { QueryOwner } from '../concurrency/query-owner.ts';
import { type Capacity, shareCapacity } from '../concurrency/share-capacity.ts';
import type { DrawAnswer, DrawJob, DrawRequest } from './draw-job.ts';

export interface DrawLimits {
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
export class DrawQueue {
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
    this.#turns = shareCapacity({ atOnce: 1, ofOne: 1, ...limits });
  }

  /** Rejects with `Overloaded` when the queue is full, and with `Cancelled` when the owner aborts. */
  async take(job: DrawJob, asker?: QueryOwner): Promise<Uint8Array | string> {
    if (this.#isClosed) throw new Cancelled();
    return this.#turns.run(() => this.#work(job, asker?.signal), asker);
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
