// Play: against a perfect opponent, a random one or a friend, with hints that explain.
import { useEffect, useRef, useState } from 'preact/hooks';
import { Board } from '../play/boards';
import { modelOf, nimSum, TABS, type Analysis, type GameName, type Model, type Move, type Part } from '../play/models';
import { setQuery } from '../route';
import { gameLink } from '../view/known';
import { Knowl } from '../view/knowl';
import { Choice, copy, Note } from '../view/text';

type Opponent = 'perfect' | 'random' | 'friend';
const OPPONENTS: readonly (readonly [Opponent, string])[] = [['perfect', 'perfect'], ['random', 'random'], ['friend', 'a friend']];

function NimTable({ parts, columns }: { parts: readonly Part[]; columns: readonly [string, string] }) {
  const sum = nimSum(parts);
  const width = Math.max(3, ...parts.map(({ value }) => value.toString(2).length));
  const bits = (value: number) => [...value.toString(2).padStart(width, '0')].map((bit) => (bit === '1' ? <b>1</b> : <em>0</em>));
  return (
    <table class="nim">
      <thead class="small muted">
        <tr><th>{columns[0]}</th><th>{columns[1]}</th><th>value</th><th class="bin">binary</th></tr>
      </thead>
      <tbody>
        {parts.map(({ label, heap, value }) => (
          <tr><td>{label}</td><td>{heap}</td><td><b>{value}</b></td><td class="b">{bits(value)}</td></tr>
        ))}
        {parts.length === 0 && <tr><td colSpan={4} class="dim">none</td></tr>}
        <tr class="sum"><th colSpan={2} scope="row">nim-sum</th><td>{sum}</td><td class="b">{bits(sum)}</td></tr>
      </tbody>
    </table>
  );
}

/** The answer of the computer: a winning move if there is one, else one from the middle of the list. */
function answerOf(analysis: Analysis, opponent: Opponent): Move | undefined {
  const { moves } = analysis;
  if (opponent === 'random') return moves[Math.floor(Math.random() * moves.length)];
  const winning = moves.filter(({ wins }) => wins);
  if (winning.length) return winning[Math.floor(winning.length / 2)];
  // Every move loses. A move that keeps the sum long gives the other the most chances to err.
  const calm = moves.filter(({ parts }) => parts === null || nimSum(parts) !== 0);
  const list = calm.length ? calm : moves;
  return list[Math.floor(list.length / 3)];
}

interface Turn {
  position: string;
  /** True if the reader is to move. */
  isMine: boolean;
}

export function PlayPage({ which, query }: { which: string; query: URLSearchParams }) {
  const name = TABS.find(([key]) => key === which)?.[0];
  return (
    <div class="wrap">
      <div class="ghead pl">
        <h1>Play</h1>
      </div>
      <nav class="ptabs" aria-label="Games">
        {TABS.map(([key, title]) => (
          <a href={`#/play/${key}`} aria-current={key === which ? 'page' : undefined}>{title}</a>
        ))}
      </nav>
      {name ? <Table name={name} query={query} /> : <Note title="There is no such board">Choose one of those above.</Note>}
    </div>
  );
}

function Table({ name, query }: { name: GameName; query: URLSearchParams }) {
  const [code, setCode] = useState(query.get('code') ?? '0.77');
  const model = modelOf(name, code);
  const [misere, setMisere] = useState(query.get('misere') === '1');
  const [opponent, setOpponent] = useState<Opponent>(OPPONENTS.find(([key]) => key === query.get('with'))?.[0] ?? 'perfect');
  const [turns, setTurns] = useState<Turn[]>([{ position: query.get('p') ?? model.first, isMine: true }]);
  const [analysis, setAnalysis] = useState<Analysis | null>(null);
  const [problem, setProblem] = useState('');
  const [hint, setHint] = useState(query.get('hint') === '1');
  const [picked, setPicked] = useState('');
  const turn = turns.at(-1)!;

  useEffect(() => {
    setQuery({ p: turn.position === model.first ? '' : turn.position, misere: misere ? '1' : '', with: opponent === 'perfect' ? '' : opponent, code: name === 'heaps' && code !== '0.77' ? code : '' });
    let isCurrent = true;
    model.analyse(turn.position, misere).then(
      (found) => {
        if (!isCurrent) return;
        setProblem('');
        setAnalysis(found);
        if (turn.isMine || opponent === 'friend') return;
        const answer = answerOf(found, opponent);
        if (answer) setTurns((old) => [...old, { position: answer.next, isMine: true }]);
      },
      (error: Error) => isCurrent && setProblem(error.message),
    );
    return () => {
      isCurrent = false;
    };
  }, [turn, misere, code, opponent]);

  const start = (position: string, isMine = true) => {
    setTurns([{ position, isMine }]);
    setPicked('');
  };
  const move = ({ next }: Move) => {
    setPicked('');
    setTurns([...turns, { position: next, isMine: opponent === 'friend' ? !turn.isMine : false }]);
  };
  const undo = () => {
    const mine = opponent === 'friend' ? turns.slice(0, -1) : turns.slice(0, turns.slice(0, -1).findLastIndex(({ isMine }) => isMine) + 1);
    setTurns(mine.length ? mine : turns.slice(0, 1));
  };
  const isCurrent = analysis !== null && analysis.position === turn.position;
  const isOver = isCurrent && analysis.moves.length === 0;
  return (
    <>
      <Bar model={model} name={name} code={code} misere={misere} opponent={opponent}
        onCode={(text) => { setCode(text); start(turns[0]!.position); }}
        onMisere={setMisere} onOpponent={setOpponent} onSize={(position) => start(position)} first={turns[0]!.position} />
      {problem && <Note tone="err" title="This position cannot be played"><p>{problem}.</p><button class="btn" type="button" onClick={() => start(model.first)}>Set up {model.title}</button></Note>}
      {analysis && !problem && (
        <>
          <p class="say" role="status">{isCurrent ? <Say analysis={analysis} turn={turn} opponent={opponent} isOver={isOver} misere={misere} /> : ' '}</p>
          <Board name={name} analysis={analysis} before={turns.at(-2)?.position ?? null} hint={hint && isCurrent} isOver={isOver} misere={misere} onMove={move} />
          <div class="row pbtn">
            <button class="btn" type="button" aria-pressed={hint} onClick={() => setHint(!hint)}>Hint</button>
            <button class="btn" type="button" disabled={turns.length < 2} onClick={undo}>Undo</button>
            <button class="btn" type="button" disabled={turns.length > 1 || opponent === 'friend'} onClick={() => start(turn.position, false)}>Computer begins</button>
            <button class="btn" type="button" onClick={() => start(turns[0]!.position === model.first && name === 'treblecross' ? model.sizes[4]![0] : turns[0]!.position)}>New game</button>
            <button class="btn" type="button" onClick={(event) => copy(location.href, event.currentTarget)}>Copy link</button>
          </div>
          <div class="pgrid">
            <Why analysis={analysis} model={model} isOver={isOver} misere={misere} />
            <Hint analysis={analysis} model={model} hint={hint} isOver={isOver} picked={picked} onPick={setPicked} onShow={() => setHint(true)} />
          </div>
        </>
      )}
    </>
  );
}

interface BarProps {
  model: Model;
  name: GameName;
  code: string;
  misere: boolean;
  opponent: Opponent;
  first: string;
  onCode: (code: string) => void;
  onMisere: (misere: boolean) => void;
  onOpponent: (opponent: Opponent) => void;
  onSize: (position: string) => void;
}

function Bar({ model, name, code, misere, opponent, first, onCode, onMisere, onOpponent, onSize }: BarProps) {
  const [text, setText] = useState(code);
  const own = useRef<HTMLInputElement>(null);
  const isHeaps = name === 'heaps' || name === 'grundys-game';
  const isListed = model.sizes.some(([position]) => position === first);
  return (
    <div class="row pbar">
      <p class="muted">
        {model.rules || 'Choose a heap, then what to leave of it. The last player to move wins.'}{' '}
        {model.code && <a href={gameLink(model.code)}>The game is {model.code}</a>}
        {model.code && '.'}
        {misere && <b> Misère play: {name === 'treblecross' ? 'three in a row lose' : 'the last player to move loses'}.</b>}
      </p>
      <div class="row">
        {name === 'heaps' && (
          <form class="row tight" onSubmit={(event) => { event.preventDefault(); onCode(text); }}>
            <label class="row tight"><span class="lbl">code</span><input class="in heap" value={text} onInput={(event) => setText(event.currentTarget.value)} /></label>
            <button class="btn">Play</button>
          </form>
        )}
        {isHeaps && (
          <form class="row tight" onSubmit={(event) => { event.preventDefault(); const value = own.current?.value.trim().replace(/[\s,;+]+/g, ','); if (value) onSize(value); }}>
            <label class="row tight"><span class="lbl">heaps</span><input class="in heap" ref={own} placeholder="3 4 5" /></label>
            <button class="btn">Set up</button>
          </form>
        )}
        <Choice label="Opponent" value={opponent} options={OPPONENTS} onChange={onOpponent} />
        <Choice label="Play" value={misere ? 1 : 0} options={[[0, 'normal'], [1, 'misère']]} onChange={(value) => onMisere(value === 1)} />
        <label class="row tight">
          <span class="lbl">start</span>
          <select value={isListed ? first : ''} onChange={(event) => onSize(event.currentTarget.value)}>
            {!isListed && <option value="">this one</option>}
            {model.sizes.map(([position, label]) => <option value={position}>{label}</option>)}
          </select>
        </label>
      </div>
    </div>
  );
}

function Say({ analysis, turn, opponent, isOver, misere }: { analysis: Analysis; turn: Turn; opponent: Opponent; isOver: boolean; misere: boolean }) {
  const isFriend = opponent === 'friend';
  const mover = isFriend ? (turn.isMine ? 'First player' : 'Second player') : 'Your move';
  if (isOver) {
    // The player to move cannot: who moved last has won in normal play.
    const isMoverWinner = misere;
    if (isFriend) return <>{isMoverWinner === turn.isMine ? 'The first player wins.' : 'The second player wins.'}</>;
    return <>{isMoverWinner === turn.isMine ? 'You win!' : 'The computer wins.'}</>;
  }
  if (!turn.isMine && !isFriend) return <>The computer moves.</>;
  if (analysis.reason.startsWith('Three')) return <>{mover}. <b>{analysis.reason}</b></>;
  return <>{mover}{isFriend ? ' to move' : ''}. {analysis.isWon ? (isFriend ? 'There is a winning move.' : 'You can win.') : 'Every move loses against best play.'}</>;
}

function Why({ analysis, model, isOver, misere }: { analysis: Analysis; model: Model; isOver: boolean; misere: boolean }) {
  const { parts, isWon, reason } = analysis;
  const sum = parts ? nimSum(parts) : 0;
  return (
    <section class="panel ppan" aria-label="The position as heaps">
      <h2 class="h3">The position as heaps</h2>
      {model.note && <p class="small muted">{model.note(misere)}</p>}
      {parts && <NimTable parts={parts} columns={model.columns} />}
      <p class="top1">
        {reason || isOver ? reason : sum ? <>Nim-sum {sum}, not 0: an <Knowl of="N-position" />. The player to move wins.</> : <>Nim-sum 0: a <Knowl of="P-position" />. The player to move loses.</>}
        {reason && !isOver && (isWon ? ' The player to move wins.' : ' The player to move loses.')}
      </p>
    </section>
  );
}

interface HintProps {
  analysis: Analysis;
  model: Model;
  hint: boolean;
  isOver: boolean;
  picked: string;
  onPick: (id: string) => void;
  onShow: () => void;
}

function Hint({ analysis, model, hint, isOver, picked, onPick, onShow }: HintProps) {
  const winning = analysis.moves.filter(({ wins }) => wins);
  const shown = winning.find(({ id }) => id === picked) ?? winning[0];
  const body = () => {
    if (isOver) return <><h2 class="h3">Game over</h2><p class="muted">Start again, or undo a move and try another.</p></>;
    if (!hint) {
      return <><h2 class="h3">Hint</h2><p class="muted">See every winning move and the sum that proves it.</p><button class="btn" type="button" onClick={onShow}>Show the winning moves</button></>;
    }
    if (!shown) return <><h2 class="h3">No winning move</h2><p class="muted">Every move gives the other player a winning answer. Play anything and hope for a mistake.</p></>;
    return (
      <>
        <h2 class="h3">{winning.length === 1 ? 'One winning move' : `${winning.length} winning moves`}</h2>
        <div class="wl" role="group" aria-label="Winning moves">
          {winning.map(({ id, label }) => <button class="btn" type="button" aria-pressed={id === shown.id} onClick={() => onPick(id)}>{label}</button>)}
        </div>
        {shown.parts && !analysis.reason && (
          <>
            <p class="small muted">After {shown.label}:</p>
            <NimTable parts={shown.parts} columns={model.columns} />
            <p class="top1">Each column has an even number of ones, so the nim-sum is 0 and the other player has no winning answer.</p>
          </>
        )}
        {!shown.parts && !analysis.reason && <p>After the exchange that it opens, the untouched files have nim-sum 0, and the other player is to move.</p>}
        {analysis.reason && <p class="muted">{analysis.reason}</p>}
      </>
    );
  };
  return <section class="panel ppan" aria-label="Hint">{body()}</section>;
}

