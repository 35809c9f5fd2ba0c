// The panel of the search: how far it is, and how to stop, continue or enlarge it.
import { useState } from 'preact/hooks';
import type { SearchControl, SearchLimits } from './search';
import { DEFAULT_LIMITS } from './search';
import { Big, Note, Num, StatusPill } from './text';

const MEGABYTE = 2 ** 20;

/** Reads a heap such as 1e7, 10^7 or 10000000. */
function readHeap(text: string): number | null {
  const plain = text.replace(/[\s_\u202f]/g, '');
  const power = /^(\d+)\^(\d+)$/.exec(plain);
  const number = power ? Number(power[1]) ** Number(power[2]) : /^\d+(e\d+)?$/i.test(plain) ? Number(plain) : NaN;
  return number >= 1 && number <= 1e12 ? number : null;
}

function Limits({ control, action, onRun }: { control: SearchControl; action: string; onRun: (limits: SearchLimits) => void }) {
  const [heaps, setHeaps] = useState('1e9');
  const [memory, setMemory] = useState(control.limits.memory / MEGABYTE);
  const limit = readHeap(heaps);
  const submit = (event: Event) => {
    event.preventDefault();
    if (limit !== null) onRun({ heaps: limit, memory: memory * MEGABYTE });
  };
  return (
    <form class="row" onSubmit={submit}>
      <button class="btn pri" disabled={limit === null}>{action}</button>
      <button class="btn" type="button" onClick={() => control.restart(DEFAULT_LIMITS)}>Start again</button>
      <label class="row tight">
        <span class="lbl">to heap</span>
        <input class="in heap" value={heaps} aria-invalid={limit === null} onInput={(event) => setHeaps(event.currentTarget.value)} />
      </label>
      <label class="row tight">
        <span class="lbl">memory</span>
        <select value={memory} onChange={(event) => setMemory(Number(event.currentTarget.value))}>
          {[16, 64, 256, 512, 1024, 1536].map((size) => (
            <option value={size}>{size} MB</option>
          ))}
        </select>
      </label>
      {limit === null && <span class="small">Write a heap such as <b>1e7</b>, at most 1e12.</span>}
    </form>
  );
}

const STOPS: Record<string, string> = {
  heaps: 'The limit of heaps is reached.',
  memory: 'The limit of memory is reached. Values up to there are kept until the page is closed.',
  value: 'The next value is larger than 65 535, the most that the engines hold.',
  work: 'The limit of work is reached.',
};

export function RunPanel({ control, game }: { control: SearchControl; game: string }) {
  const { phase, progress, found, error, limits, reached } = control;
  const heap = progress?.heap ?? 0;
  const share = progress?.share ?? 0;
  if (phase === 'failed') {
    const isMemory = error?.trapped || /memory/.test(error?.message ?? '');
    return (
      <div class="panel run">
        <Note tone="err" title={isMemory ? 'The search needs more memory than a page may have' : 'The search cannot run'}>
          {isMemory ? (
            <>
              At heap <Num of={heap} /> the engine stopped. Lower the limit of memory, or run{' '}
              <code>octal search {game} --limit 1e10 --dir DIR</code> on your machine.
            </>
          ) : (
            error?.message
          )}
        </Note>
        <div class="row top1">
          <button class="btn pri" type="button" onClick={() => control.restart({ ...limits, memory: 64 * MEGABYTE })}>
            Start again with 64 MB
          </button>
        </div>
      </div>
    );
  }
  if (phase === 'running') {
    return (
      <div class="panel run" aria-busy="true">
        <div class="ln">
          <b>Searching for the period of {game}</b>
          <span class="small muted" role="status">
            heap <Num of={heap} />
            {progress?.rare ? <>, <Num of={progress.rare} /> rare</> : ''}
          </span>
        </div>
        <div class="prog" role="progressbar" aria-label="Share of the limits used" aria-valuenow={Math.round(share * 100)} aria-valuemin={0} aria-valuemax={100}>
          <i style={`width:${(share * 100).toFixed(1)}%`} />
        </div>
        <div class="row top1">
          <button class="btn" type="button" onClick={control.pause}>Stop</button>
        </div>
      </div>
    );
  }
  if (found?.status === 'proved') return null;
  return (
    <div class="panel run">
      <div class="ln">
        <b>{found?.status === 'observed' ? 'A period is observed, and not proved' : 'No period is found here'}</b>
        <span class="small" role="status">
          <StatusPill of="stopped" /> at heap <Big of={reached ?? heap} />.
        </span>
      </div>
      {found?.status === 'observed' && (
        <p class="small">
          The values computed repeat with period <Num of={found.period!} /> from heap <Num of={found.preperiod!} /> on. No
          theorem says that they continue so.
        </p>
      )}
      <p class="small muted">
        {phase === 'done' ? (
          STOPS[found?.stop ?? '']
        ) : reached !== null ? (
          <>The step of the engine was ended at once. The first values are kept, and the search continues from them.</>
        ) : (
          'Values up to there are kept until the page is closed.'
        )}
        {found?.max && <> The largest value is <Num of={found.max.value} />, at heap <Num of={found.max.at} />.</>}
      </p>
      <Limits control={control} action="Continue" onRun={control.resume} />
    </div>
  );
}
