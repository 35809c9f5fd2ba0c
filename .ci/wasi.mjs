// Runs a WebAssembly program in Node, as cargo's runner for wasm32-wasip1: node wasi.mjs PROGRAM [ARGUMENT]…
import { readFileSync } from 'node:fs';
import { WASI } from 'node:wasi';

const [program, ...args] = process.argv.slice(2);
const wasi = new WASI({ version: 'preview1', args: [program, ...args], env: process.env });
const compiled = await WebAssembly.compile(readFileSync(program));
process.exitCode = wasi.start(await WebAssembly.instantiate(compiled, wasi.getImportObject()));
