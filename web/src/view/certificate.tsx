// The certificate of a proved period, checked in the page by octal-check; and the values as files.
import { useEffect, useRef, useState } from 'preact/hooks';
import { EngineError, searcher, slow } from '../engine/client';
import type { Checked } from '../engine/types';
import type { Period } from './facts';
import { Knowl } from './knowl';
import { copy, download, Note, Num, StatusPill } from './text';

/** Steps that are taken without a question: some seconds. */
const QUICK_WORK = 4e9;

/** Characters of a certificate that are shown. */
const SHOWN = 6000;

/** About how many steps the checker takes in a second in a browser. */
const STEPS_A_SECOND = 4e8;

type Verdict =
  | { kind: 'none' }
  | { kind: 'checking' }
  | { kind: 'long'; seconds: number }
  | { kind: 'done'; checked: Checked; time: number }
  | { kind: 'refused'; reason: string };

export function CertificateCheck({ text }: { text: string }) {
  const [verdict, setVerdict] = useState<Verdict>({ kind: 'none' });
  useEffect(() => {
    setVerdict({ kind: 'none' });
  }, [text]);
  const check = async (work: number) => {
    const began = performance.now();
    setVerdict({ kind: 'checking' });
    try {
      const checked = await slow.call('check', { text, work });
      if (checked.cost) setVerdict({ kind: 'long', seconds: Math.ceil(checked.cost / STEPS_A_SECOND) });
      else setVerdict({ kind: 'done', checked, time: performance.now() - began });
    } catch (error) {
      setVerdict(error instanceof EngineError && error.message === 'cancelled' ? { kind: 'none' } : { kind: 'refused', reason: (error as Error).message });
    }
  };
  return (
    <>
      <span class="row">
        {verdict.kind === 'checking' ? (
          <button class="btn" type="button" onClick={() => slow.stop()}>Stop the check</button>
        ) : verdict.kind === 'long' ? (
          <button class="btn pri" type="button" onClick={() => void check(Number.MAX_SAFE_INTEGER)}>Check it all the same</button>
        ) : (
          <button class="btn pri" type="button" onClick={() => void check(QUICK_WORK)}>Check it here</button>
        )}
      </span>
      <div class="verd" role="status">
        {verdict.kind === 'checking' && <span class="small muted">Checking …</span>}
        {verdict.kind === 'long' && <span class="small">The check takes about <Num of={verdict.seconds} /> s here. It can be stopped.</span>}
        {verdict.kind === 'done' && (
          <span class="small">
            <StatusPill of={verdict.checked.proved ? 'accepted' : 'observed'}>{verdict.checked.proved ? 'accepted' : 'not proved'}</StatusPill>{' '}
            {verdict.checked.statement}, in {Math.max(1, Math.round(verdict.time))} ms
          </span>
        )}
        {verdict.kind === 'refused' && <Note tone="err" title={`Refused: ${verdict.reason}`}>The file may be damaged, or it states what does not hold.</Note>}
      </div>
    </>
  );
}

/** A certificate from the disk of the reader. */
function OwnCertificate() {
  const [file, setFile] = useState<{ name: string; text: string } | null>(null);
  const [problem, setProblem] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const read = async (chosen: File | undefined) => {
    if (!chosen) return;
    setProblem(chosen.size > 2 ** 26 ? `${chosen.name} has more than 64 MB: check it with octal check` : '');
    if (chosen.size > 2 ** 26) return;
    const isPacked = chosen.name.endsWith('.gz');
    const stream = isPacked ? chosen.stream().pipeThrough(new DecompressionStream('gzip')) : chosen.stream();
    try {
      setFile({ name: chosen.name, text: await new Response(stream).text() });
    } catch {
      setProblem(`${chosen.name} is not a file compressed by gzip`);
    }
  };
  return (
    <details class="own">
      <summary>Check a certificate of your own</summary>
      <p class="small muted">A file written by <code>octal period --certificate</code> or <code>octal misere quotient</code>, also compressed.</p>
      <div class="row">
        <input ref={input} type="file" accept=".txt,.gz" aria-label="A certificate" onChange={() => void read(input.current?.files?.[0])} />
        {file && <CertificateCheck text={file.text} />}
      </div>
      {problem && <Note tone="err" title={problem} />}
    </details>
  );
}

export function Certificate({ period, generation }: { period: Period | null; generation: number }) {
  const [file, setFile] = useState<{ name: string; text: string } | null>(null);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    setFile(null);
    setProblem('');
    if (!period) return undefined;
    let isCurrent = true;
    searcher.call('certificate', {}).then(
      (reply) => isCurrent && setFile(reply),
      (error: Error) => isCurrent && setProblem(error.message),
    );
    return () => {
      isCurrent = false;
    };
  }, [period?.period, period?.preperiod, generation]);
  return (
    <>
      <p class="measure">
        A <Knowl of="certificate" /> is enough to prove the period again. The checker below is a separate program that shares
        no line with the search.
      </p>
      {file && (
        <>
          <pre class="cert" tabIndex={0} aria-label="The certificate">
            {file.text.slice(0, SHOWN)}
            {file.text.length > SHOWN && `\n… ${file.text.length - SHOWN} characters more`}
          </pre>
          <div class="row">
            <CertificateCheck text={file.text} />
            <button class="btn" type="button" onClick={() => download(file.name, file.text, 'text/plain')}>Download certificate</button>
          </div>
        </>
      )}
      {problem && <Note title="No certificate can be written here">{problem}.</Note>}
      {!period && <Note title="There is no certificate yet">It is written as soon as a period is proved.</Note>}
      <OwnCertificate />
    </>
  );
}

const FORMATS = ['CSV', 'b-file', 'LaTeX', 'JSON'] as const;

/** The values as a file in one of the formats of `octal values`. */
export function valuesFile(format: (typeof FORMATS)[number], game: string, values: readonly number[]): [name: string, text: string, type: string] {
  const name = `octal-${game.replace(/[^0-9a-z.]+/gi, '_')}`;
  const lines = (line: (value: number, n: number) => string) => values.map(line).join('\n');
  switch (format) {
    case 'CSV':
      return [`${name}.csv`, `n,grundy\n${lines((value, n) => `${n},${value}`)}\n`, 'text/csv'];
    case 'b-file':
      return [`b${name}.txt`, `# Grundy values of ${game}\n# index 0 is heap 0\n${lines((value, n) => `${n} ${value}`)}\n`, 'text/plain'];
    case 'JSON':
      return [`${name}.json`, `${JSON.stringify({ code: game, from: 0, to: values.length - 1, values })}\n`, 'application/json'];
    case 'LaTeX': {
      const heads = Array.from({ length: 10 }, (_, i) => `$${i}$`).join(' & ');
      const rows = Array.from({ length: Math.ceil(values.length / 10) }, (_, r) => {
        const cells = Array.from({ length: 10 }, (_, i) => values[r * 10 + i] ?? '');
        return `${r * 10}+ & ${cells.join(' & ')} \\\\`;
      });
      const head = `% Grundy values G(n) of ${game}, n = 0, ..., ${values.length - 1}`;
      return [`${name}.tex`, `${head}\n\\begin{tabular}{r*{10}{r}}\n\\toprule\n$n$ & ${heads} \\\\\n\\midrule\n${rows.join('\n')}\n\\bottomrule\n\\end{tabular}\n`, 'text/x-tex'];
    }
  }
}

export function Export({ game }: { game: string }) {
  const [last, setLast] = useState('1000');
  const [problem, setProblem] = useState('');
  const heap = /^\d{1,7}$/.test(last) && Number(last) <= 2_000_000 ? Number(last) : null;
  const save = async (format: (typeof FORMATS)[number]) => {
    if (heap === null) return;
    setProblem('');
    try {
      const { values } = await slow.call('values', { game, to: heap });
      download(...valuesFile(format, game, values));
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  const link = location.href;
  return (
    <>
      <div class="row noprint top2">
        <span class="lbl">Values to heap</span>
        <input class="in heap" inputMode="numeric" aria-label="Last heap to save" aria-invalid={heap === null} value={last} onInput={(event) => setLast(event.currentTarget.value)} />
        <span class="lbl">as</span>
        {FORMATS.map((format) => (
          <button class="btn" type="button" disabled={heap === null} onClick={() => void save(format)}>{format}</button>
        ))}
        {heap === null && <span class="small">Write a heap up to 2 000 000.</span>}
      </div>
      {problem && <Note tone="err" title={problem} />}
      <div class="row top1 noprint">
        <span class="lbl">This page</span>
        <input class="in permalink" readOnly aria-label="Permalink" value={link} />
        <button class="btn" type="button" onClick={(event) => copy(location.href, event.currentTarget)}>Copy link</button>
      </div>
    </>
  );
}
