// The engine of the page and the program give the same values, periods, exceptions, quotients and verdicts.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { ROOT } from './browser.mjs';

const COUNT = Number(process.env.OCTAL_CODES ?? 200);
const LIMIT = 20_000;
const LAST_VALUE = 500;

/** Random numbers of a seed (mulberry32). */
function random(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

function randomCodes() {
  const next = random(20261130);
  const codes = new Set(['0.137', '0.77', '0.16', '4.7', '0.3f', '0.0[3]', '4!.0']);
  while (codes.size < COUNT) {
    const digits = Array.from({ length: 1 + Math.floor(next() * 4) }, () => Math.floor(next() * 8)).join('');
    codes.add(`${next() < 0.15 ? 4 : 0}.${digits.replace(/0+$/, '') || '0'}`);
  }
  return [...codes];
}

async function engine() {
  const wasm = gunzipSync(readFileSync(join(ROOT, 'generated/engine.wasm.gz')));
  const { instance } = await WebAssembly.instantiate(wasm, {});
  const { memory, alloc, free, call } = instance.exports;
  return (op, fields = {}) => {
    const request = new TextEncoder().encode(JSON.stringify({ op, ...fields }));
    const at = alloc(request.length);
    new Uint8Array(memory.buffer, at, request.length).set(request);
    const reply = call(at, request.length);
    free(at, request.length);
    const length = new DataView(memory.buffer).getUint32(reply, true);
    const text = new TextDecoder().decode(new Uint8Array(memory.buffer, reply + 4, length));
    free(reply, length + 4);
    const { ok, error } = JSON.parse(text);
    if (error) throw new Error(`${op} ${JSON.stringify(fields)}: ${error.message}`);
    return ok;
  };
}

function program() {
  const path = process.env.OCTAL ?? join(ROOT, '../target/debug/octal');
  if (!existsSync(path)) throw new Error(`there is no program at ${path}: build it, or set OCTAL`);
  return (...args) => {
    try {
      return execFileSync(path, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    } catch (error) {
      // Exit code 1 is a sound "no".
      if (error.status === 1) return error.stdout;
      throw new Error(`octal ${args.join(' ')}: ${error.stderr}`);
    }
  };
}

export async function compare() {
  const [ask, octal] = [await engine(), program()];
  const folder = mkdtempSync(join(tmpdir(), 'octal-'));
  for (const [i, code] of randomCodes().entries()) {
    const values = octal('values', code, '-n', String(LAST_VALUE), '--format', 'csv').trim().split('\n').slice(1).map((line) => Number(line.split(',')[1]));
    assert.deepEqual(ask('values', { game: code, to: LAST_VALUE }).values, values, `values of ${code}`);

    const theirs = JSON.parse(octal('period', code, '--limit', String(LIMIT), '--format', 'json'));
    ask('search', { game: code, heaps: LIMIT, memory: 2 ** 29 });
    while (!ask('step').ended);
    const ours = ask('found');
    assert.equal(ours.status, theirs.status, `status of ${code}`);
    for (const name of ['preperiod', 'period', 'saltus']) assert.equal(ours[name] ?? null, theirs[name] ?? null, `${name} of ${code}`);
    if (ours.status === 'proved') {
      assert.equal(ours.exceptionCount, theirs.exceptions, `exceptions of ${code}`);
      const { text } = ask('certificate');
      const checked = ask('check', { text, work: 1e12 });
      assert.equal(checked.proved, true, `certificate of ${code}`);
      const file = join(folder, `${i}.txt`);
      writeFileSync(file, text);
      assert.match(octal('check', file), /proved/, `certificate of ${code}`);
    }
    if (i % 10 === 0) {
      const { record } = ask('misere', { game: code });
      const row = JSON.parse(octal('misere', 'quotient', code, '--work', '1e9', '--limit', '100000', '--format', 'json'));
      if (record.status === 'proved' && row.status === 'proved') assert.equal(record.order, row.order, `quotient of ${code}`);
    }
  }
}
