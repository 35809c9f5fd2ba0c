// The compressed files that the build has packed: the engine and the tables.
import dataUrl from '../../generated/data.json.gz?url';
import wasmUrl from '../../generated/engine.wasm.gz?url';

async function unpacked(url: string): Promise<ArrayBuffer> {
  const reply = await fetch(url);
  if (!reply.ok) throw new Error(`${url}: ${reply.status} ${reply.statusText}`);
  const bytes = await reply.arrayBuffer();
  const [first, second] = new Uint8Array(bytes, 0, 2);
  // Some servers declare the file as compressed, and then the browser has unpacked it.
  if (first !== 0x1f || second !== 0x8b) return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).arrayBuffer();
}

const once = <T,>(load: () => Promise<T>) => {
  let promise: Promise<T> | null = null;
  return () => (promise ??= load());
};

export const engineBytes = once(() => unpacked(wasmUrl));
export const dataText = once(async () => new TextDecoder().decode(await unpacked(dataUrl)));
