// Compiles crates/octal-web to WebAssembly with vectors of 128 bits, and compresses it.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';

const root = resolve(import.meta.dirname, '../..');
const target = 'wasm32-unknown-unknown';
const directory = process.env.CARGO_TARGET_DIR ?? join(root, 'target');
// A page may take 2 GB; without a limit the browser would let it grow to 4.
const flags = '-C target-feature=+simd128 -C link-arg=--max-memory=2147483648';
const options = ['--locked', '-p', 'octal-web', '--target', target, '--profile', 'web'];
execFileSync('cargo', ['build', ...options], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, RUSTFLAGS: flags },
});
const wasm = readFileSync(join(directory, target, 'web/octal_web.wasm'));
const packed = gzipSync(wasm, { level: 9 });
const generated = join(import.meta.dirname, '../generated');
mkdirSync(generated, { recursive: true });
writeFileSync(join(generated, 'engine.wasm.gz'), packed);
console.log(`engine: ${wasm.length} bytes, ${packed.length} compressed`);
