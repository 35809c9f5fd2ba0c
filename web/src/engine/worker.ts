// The worker: one instance of the engine, which computes while the page stays responsive.
import type { FromWorker, Grid, GridRequest, Progress, ToWorker } from './types';

interface Exports {
  memory: WebAssembly.Memory;
  alloc(length: number): number;
  free(address: number, length: number): void;
  call(request: number, length: number): number;
}

const scope = self as unknown as DedicatedWorkerGlobalScope;
const send = (message: FromWorker) => scope.postMessage(message);

let engine: Promise<Exports> | null = null;
let paused = false;

async function instantiate(wasm: ArrayBuffer): Promise<Exports> {
  const { instance } = await WebAssembly.instantiate(wasm, {});
  return instance.exports as unknown as Exports;
}

/** Writes the request into the memory of the engine, and reads the reply there. */
function exchange({ memory, alloc, free, call }: Exports, text: string): string {
  const request = new TextEncoder().encode(text);
  const at = alloc(request.length) >>> 0;
  new Uint8Array(memory.buffer, at, request.length).set(request);
  const reply = call(at, request.length) >>> 0;
  free(at, request.length);
  const length = new DataView(memory.buffer).getUint32(reply, true);
  const answer = new TextDecoder().decode(new Uint8Array(memory.buffer, reply + 4, length));
  free(reply, length + 4);
  return answer;
}

/** The engine has refused a request that the worker made by itself. */
class Refusal extends Error {
  constructor(readonly reply: string) {
    super('refused');
  }
}

function ask<T>(exports: Exports, request: object): T {
  const reply = exchange(exports, JSON.stringify(request));
  const { ok, error } = JSON.parse(reply);
  if (error) throw new Refusal(reply);
  return ok as T;
}

/** Lets messages in: a pause, or a call between two steps. */
const breath = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve();
    port2.postMessage(null);
  });

async function run(exports: Exports, id: number): Promise<void> {
  paused = false;
  let shown = 0;
  for (;;) {
    const progress = ask<Progress>(exports, { op: 'step' });
    const now = performance.now();
    if (progress.ended || paused || now - shown > 80) {
      send({ kind: 'progress', id, progress: { ...progress, paused } });
      shown = now;
    }
    if (progress.ended || paused) return;
    await breath();
  }
}

const VALUES_AT_ONCE = 1 << 16;

/** Counts the values of the search by column and row. */
function grid(exports: Exports, request: GridRequest): Grid {
  const { from, to, columns, logarithmic } = request;
  const column = logarithmic
    ? (n: number) => (Math.log(Math.max(n, 1) / Math.max(from, 1)) / Math.log((to + 1) / Math.max(from, 1))) * columns
    : (n: number) => ((n - from) / (to + 1 - from)) * columns;
  const counts: number[][] = Array.from({ length: columns }, () => []);
  const totals = new Float64Array(columns);
  let largest = 0;
  for (let start = from; start <= to; start += VALUES_AT_ONCE) {
    const end = Math.min(to, start + VALUES_AT_ONCE - 1);
    const { values } = ask<{ values: number[] }>(exports, { op: 'slice', from: start, to: end });
    values.forEach((value, i) => {
      const at = Math.min(columns - 1, Math.max(0, Math.floor(column(start + i))));
      const of = counts[at]!;
      of[value] = (of[value] ?? 0) + 1;
      totals[at]! += 1;
      if (value > largest) largest = value;
    });
    if (values.length < end - start + 1) break;
  }
  const height = Math.max(1, Math.ceil((largest + 1) / 160));
  const rows = Math.ceil((largest + 1) / height);
  const shares = new Uint8Array(columns * rows);
  const record: number[] = [];
  let top = 0;
  counts.forEach((of, x) => {
    const sums = new Float64Array(rows);
    of.forEach((count, value) => {
      sums[Math.floor(value / height)]! += count;
      if (value > top) top = value;
    });
    record.push(top);
    sums.forEach((count, y) => {
      if (count === 0) return;
      // From one in 10 000 to all, on a logarithmic scale.
      const share = Math.log10(count / totals[x]!) / 4 + 1;
      shares[y * columns + x] = Math.round(20 + 235 * Math.max(0, share));
    });
  });
  return { ...request, height, rows, shares, largest, record };
}

scope.onmessage = async ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'start') {
    engine = instantiate(data.wasm);
    return;
  }
  if (data.kind === 'pause') {
    paused = true;
    return;
  }
  try {
    const exports = await engine;
    if (!exports) throw new Error('the engine was not started');
    if (data.kind === 'run') await run(exports, data.id);
    else if (data.kind === 'density') send({ kind: 'grid', id: data.id, grid: grid(exports, data.grid) });
    else send({ kind: 'reply', id: data.id, reply: exchange(exports, data.request) });
  } catch (error) {
    if (error instanceof Refusal) send({ kind: 'reply', id: data.id, reply: error.reply });
    else send({ kind: 'trap', id: data.id, message: error instanceof Error ? error.message : String(error) });
  }
};
