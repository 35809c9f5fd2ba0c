// Engines of the page: each is a worker that is started when it is first asked, and again after a trap.
import { engineBytes } from './assets';
import type { FromWorker, Grid, GridRequest, Op, Progress, Replies, ToWorker } from './types';
import EngineWorker from './worker?worker&inline';

/** A request that has no answer. */
export class EngineError extends Error {
  constructor(
    message: string,
    /** The column of the input at which it goes wrong, from 1. */
    readonly column: number | null = null,
    /** The input that was probably meant. */
    readonly meant: string | null = null,
    /** True if the engine ran out of memory and was started again. */
    readonly trapped = false,
  ) {
    super(message);
  }
}

interface Pending {
  resolve(value: never): void;
  reject(error: EngineError): void;
  progress?(progress: Progress): void;
}

export class Engine {
  private worker: Worker | null = null;
  private pending = new Map<number, Pending>();
  private nextId = 1;

  /** Asks the engine, and resolves with its answer. */
  call<O extends Op>(op: O, fields: Replies[O]['request']): Promise<Replies[O]['reply']> {
    return this.post((id) => ({ kind: 'call', id, request: JSON.stringify({ op, ...fields }) }));
  }

  /** Continues the search of this engine until it ends or `pause` is called. */
  run(progress: (progress: Progress) => void): Promise<Progress> {
    return this.post((id) => ({ kind: 'run', id }), progress);
  }

  density(grid: GridRequest): Promise<Grid> {
    return this.post((id) => ({ kind: 'density', id, grid }));
  }

  /** Lets the search rest after the step that it is at. */
  pause(): void {
    this.worker?.postMessage({ kind: 'pause' } satisfies ToWorker);
  }

  /** Ends everything at once. The next call starts a new engine. */
  stop(reason = 'cancelled', trapped = false): void {
    this.worker?.terminate();
    this.worker = null;
    const pending = [...this.pending.values()];
    this.pending.clear();
    pending.forEach(({ reject }) => reject(new EngineError(reason, null, null, trapped)));
  }

  private post<T>(message: (id: number) => ToWorker, progress?: (progress: Progress) => void): Promise<T> {
    const id = this.nextId++;
    return new Promise<T>((resolve, reject) => {
      this.pending.set(id, { resolve, reject, ...(progress && { progress }) });
      this.started().postMessage(message(id));
    });
  }

  private started(): Worker {
    if (this.worker) return this.worker;
    const worker = new EngineWorker();
    const queued: ToWorker[] = [];
    let ready = false;
    const post = worker.postMessage.bind(worker);
    worker.postMessage = (message: ToWorker) => (ready ? post(message) : void queued.push(message));
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.receive(data);
    worker.onerror = (event) => this.stop(event.message || 'the browser starts no worker', true);
    engineBytes().then(
      (wasm) => {
        post({ kind: 'start', wasm } satisfies ToWorker);
        ready = true;
        queued.forEach((message) => post(message));
      },
      (error: Error) => this.stop(`the engine cannot be loaded: ${error.message}`),
    );
    this.worker = worker;
    return worker;
  }

  private receive(data: FromWorker): void {
    const pending = this.pending.get(data.id);
    if (!pending) return;
    const resolve = (value: unknown) => {
      this.pending.delete(data.id);
      pending.resolve(value as never);
    };
    if (data.kind === 'progress') {
      pending.progress?.(data.progress);
      // The worker sends the last progress when it rests.
      if (data.progress.ended || data.progress.paused) resolve(data.progress);
    } else if (data.kind === 'grid') resolve(data.grid);
    else if (data.kind === 'trap') this.stop(data.message, true);
    else {
      const reply = JSON.parse(data.reply);
      if (!reply.error) return resolve(reply.ok);
      this.pending.delete(data.id);
      const { message, column, meant } = reply.error;
      pending.reject(new EngineError(message, column, meant));
    }
  }
}

/** Answers short questions. */
export const quick = new Engine();
/** Runs the search of the game page. */
export const searcher = new Engine();
/** Checks certificates and finds quotients, which may take long. */
export const slow = new Engine();
