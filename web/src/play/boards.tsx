// The boards of the Play page. Each shows a position and offers its moves to mouse, touch and keyboard.
import { useEffect, useState } from 'preact/hooks';
import { Tokens } from '../view/rules';
import type { Analysis, GameName, Move } from './models';
import { PinRow } from './pins';

export interface BoardProps {
  analysis: Analysis;
  /** The position before the last move, to mark what has changed. */
  before: string | null;
  hint: boolean;
  isOver: boolean;
  misere: boolean;
  onMove: (move: Move) => void;
}

/** Arrow keys move the focus among the buttons of a board. */
function arrows(event: KeyboardEvent): void {
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const board = event.currentTarget as Element;
  const buttons = [...board.querySelectorAll<HTMLElement>('button')];
  const at = buttons.indexOf(document.activeElement as HTMLElement);
  if (at < 0) return;
  event.preventDefault();
  buttons[(at + step + buttons.length) % buttons.length]?.focus();
}

function Treblecross({ analysis, before, hint, isOver, misere, onMove }: BoardProps) {
  const { position, moves } = analysis;
  const n = position.length;
  const isPhone = innerWidth <= 860;
  const columns = isPhone ? Math.ceil(n / Math.ceil(n / 8)) : Math.min(n, 21);
  const size = Math.min(isPhone ? 48 : 64, Math.floor((Math.min(innerWidth, 1180) - 40) / columns));
  const three = position.indexOf('XXX');
  const isBeside = (i: number) => [-2, -1, 1, 2].some((d) => position[i + d] === 'X');
  const isLosing = (i: number) => (misere ? moves.some(({ id, next }) => id === String(i) && next.includes('XXX')) : isBeside(i));
  return (
    <div class="board" role="group" aria-label={`Board of ${n} cells`} style={`grid-template-columns:repeat(${columns},${size}px);grid-auto-rows:${size}px`} onKeyDown={arrows}>
      {[...position].map((cell, i) => {
        const move = moves.find(({ id }) => id === String(i));
        const isX = cell === 'X';
        const wins = hint && move?.wins;
        const names = ['cell', isX && before !== null && before[i] !== 'X' ? 'last me' : '', !isX && isLosing(i) ? 'lose' : '', three >= 0 && i >= three && i < three + 3 ? 'three' : '', i % columns === 0 ? 'fl' : ''];
        return (
          <button type="button" class={names.filter(Boolean).join(' ')} aria-disabled={isX || isOver} onClick={() => move && !isOver && onMove(move)}
            aria-label={`Cell ${i + 1}, ${isX ? 'X' : isLosing(i) ? (misere ? 'makes three' : 'beside an X') : 'free'}${wins ? ', wins' : ''}`}>
            <small aria-hidden="true">{i + 1}</small>
            {isX ? <svg viewBox="0 0 24 24" aria-hidden="true"><path class="x" d="M4 4 20 20M20 4 4 20" /></svg> : wins && <span class="dot" />}
          </button>
        );
      })}
    </div>
  );
}

function Pins({ analysis, hint, isOver, onMove, sizes }: BoardProps & { sizes: readonly number[] }) {
  const { position, moves, parts } = analysis;
  const isCircle = position.startsWith('o');
  const up = [...position.replace('o', '')].map((pin) => pin === '1');
  const values: number[] = [];
  parts?.forEach(({ heap, value }) => (values[Number(heap)] = value));
  const ends = isCircle ? moves.find(({ id }) => id === `${up.length - 1},0`) : undefined;
  const play = (pins: number[]) => {
    const move = moves.find(({ id }) => id === pins.join(','));
    if (move) onMove(move);
  };
  const marked = new Set(hint ? moves.flatMap(({ id, wins }) => (wins ? [id] : [])) : []);
  return (
    <div class="panel lane">
      <PinRow up={up} values={values} sizes={sizes} marked={marked} disabled={isOver} onKnock={play} />
      {isCircle && (
        <p class="row circ small muted">
          The pins stand in a circle: the last is beside the first.
          {ends && <button class={`btn ${hint && ends.wins ? 'wins' : ''}`} type="button" onClick={() => onMove(ends)}>Knock down {up.length} and 1</button>}
        </p>
      )}
    </div>
  );
}

function Chess({ analysis, hint, isOver, onMove }: BoardProps) {
  const { position, moves } = analysis;
  const [chosen, setChosen] = useState<string | null>(null);
  useEffect(() => setChosen(null), [position]);
  const [ranks = ''] = position.split(' ');
  const rows = ranks.split('/').map((rank) => rank.replace(/\d+/g, (count) => '.'.repeat(Number(count))));
  const files = rows[0]?.length ?? 0;
  const name = (file: number, row: number) => `${String.fromCharCode(97 + file)}${3 - row}`;
  const target = (id: string) => id.slice(-2);
  /** The moves of the pawn of a file: the names of captures begin with it, and advances stay on it. */
  const ofPawn = (file: number) => {
    const letter = String.fromCharCode(97 + file);
    return moves.filter(({ id }) => id[0] === letter);
  };
  const size = Math.min(64, Math.floor((Math.min(innerWidth, 1100) - 40) / Math.max(files, 1)));
  const isWhite = position.endsWith(' w');
  const act = (file: number, row: number, piece: string) => {
    if (isOver) return;
    const to = moves.filter(({ id }) => target(id) === name(file, row));
    const chosenMove = to.find(({ id }) => id[0] === chosen) ?? (to.length === 1 ? to[0] : undefined);
    if (chosenMove && piece !== (isWhite ? 'P' : 'p')) return onMove(chosenMove);
    const own = piece === (isWhite ? 'P' : 'p') ? ofPawn(file) : [];
    if (own.length === 1) return onMove(own[0]!);
    setChosen(own.length > 1 ? String.fromCharCode(97 + file) : null);
  };
  return (
    <div class="board chess" role="group" aria-label={`Board of ${files} files, ${isWhite ? 'White' : 'Black'} to move`} style={`grid-template-columns:repeat(${files},${size}px);grid-auto-rows:${size}px`} onKeyDown={arrows}>
      {rows.flatMap((rank, row) =>
        [...rank].map((piece, file) => {
          const to = moves.filter(({ id }) => target(id) === name(file, row));
          const canGo = to.some(({ id }) => chosen === null || id[0] === chosen);
          const wins = hint && to.some((move) => move.wins);
          const word = piece === 'P' ? 'white pawn' : piece === 'p' ? 'black pawn' : 'empty';
          return (
            <button type="button" class={`cell fl ${(file + row) % 2 ? 'odd' : ''} ${chosen !== null && canGo ? 'can' : ''}`} aria-disabled={isOver} onClick={() => act(file, row, piece)}
              aria-label={`${name(file, row)}, ${word}${wins ? ', a winning move leads here' : ''}`}>
              {row === 2 && <small aria-hidden="true">{String.fromCharCode(97 + file)}</small>}
              {piece !== '.' && <svg viewBox="0 0 24 24" class={piece === 'P' ? 'pw' : 'pb'} aria-hidden="true"><path d="M12 3a3.6 3.6 0 0 1 2.3 6.4c1.3.7 1.9 1.5 1.9 2.3h-2c.1 3.3 1.2 5.2 3.4 6.7V21H6.4v-2.6c2.2-1.5 3.3-3.4 3.4-6.7h-2c0-.8.6-1.600 1.9-2.3A3.6 3.6 0 0 1 12 3z" /></svg>}
              {wins && <span class="dot" />}
            </button>
          );
        }),
      )}
    </div>
  );
}

function Heaps({ analysis, hint, isOver, onMove }: BoardProps) {
  const { position, moves } = analysis;
  const sizes = position === '' ? [] : position.split(',').map(Number);
  const playable = sizes.map((_, i) => moves.some(({ id }) => id.startsWith(`${i}:`)));
  const [chosen, setChosen] = useState(0);
  const shown = playable[chosen] ? chosen : playable.indexOf(true);
  const own = moves.filter(({ id }) => id.startsWith(`${shown}:`));
  return (
    <div class="heaps">
      <div class="row hrow" role="group" aria-label="Heaps" onKeyDown={arrows}>
        {sizes.map((n, i) => (
          <button type="button" class="hp" aria-pressed={i === shown} disabled={!playable[i] || isOver} onClick={() => setChosen(i)} aria-label={`Heap ${i + 1}: ${n} tokens`}>
            <span class="toks">{Array.from({ length: Math.min(n, 60) }, () => <i />)}</span>
            <b>{n}</b>
          </button>
        ))}
        {sizes.length === 0 && <p class="muted">No heap is left.</p>}
      </div>
      {own.length > 0 && !isOver && (
        <div class="opts" role="group" aria-label={`Moves in heap ${shown + 1}`} onKeyDown={arrows}>
          {own.map((move) => {
            const [, taken = '0', parts = ''] = move.id.split(':');
            const left = parts ? parts.split('+').map(Number) : [];
            const row = left.length ? [`${'o'.repeat(left[0]!)}`, 'x'.repeat(Number(taken)), ...left.slice(1).map((part) => 'o'.repeat(part))].filter(Boolean).join('|') : 'x'.repeat(Number(taken));
            return (
              <button type="button" class={hint && move.wins ? 'wins' : ''} onClick={() => onMove(move)} aria-label={`${move.label}${hint && move.wins ? ', wins' : ''}`}>
                {row.length <= 40 && <Tokens row={row} size={12} />}
                {left.length ? left.join(' + ') : 'nothing left'}
              </button>
            );
          })}
        </div>
      )}
    </div>
  );
}

function Rectangles({ analysis, hint, isOver, onMove }: BoardProps) {
  const { position, moves } = analysis;
  const list = position.split(' ').filter(Boolean).map((text) => text.split('x').map(Number) as [number, number]);
  const handle = (id: string, label: string, place: string) => {
    const move = moves.find((other) => other.id === id);
    return move && (
      <button type="button" class={`hnd ${hint && move.wins ? 'wins' : ''}`} style={place} aria-label={`${label}${hint && move.wins ? ', wins' : ''}`} disabled={isOver} onClick={() => onMove(move)}>
        ×
      </button>
    );
  };
  return (
    <div class="rects" onKeyDown={arrows}>
      {list.map(([rows, columns], k) => (
        <div class="rect" role="group" aria-label={`Rectangle ${k + 1}: ${rows} by ${columns}`} style={`grid-template-columns:repeat(${columns + 1},2.4rem)`}>
          {Array.from({ length: columns }, (_, j) => handle(`${k}:c${j}`, `Take column ${j + 1} of rectangle ${k + 1}`, `grid-row:1;grid-column:${j + 2}`))}
          {Array.from({ length: rows }, (_, i) => handle(`${k}:r${i}`, `Take row ${i + 1} of rectangle ${k + 1}`, `grid-column:1;grid-row:${i + 2}`))}
          {Array.from({ length: rows * columns }, (_, i) => (
            <i style={`grid-row:${Math.floor(i / columns) + 2};grid-column:${(i % columns) + 2}`} />
          ))}
        </div>
      ))}
      {list.length === 0 && <p class="muted">Nothing is left.</p>}
    </div>
  );
}

export function Board({ name, ...props }: BoardProps & { name: GameName }) {
  switch (name) {
    case 'treblecross':
      return <Treblecross {...props} />;
    case 'kayles':
      return <Pins {...props} sizes={[1, 2]} />;
    case 'dawsons-kayles':
      return <Pins {...props} sizes={[2]} />;
    case 'dawsons-chess':
      return <Chess {...props} />;
    case 'two-dimensional-kayles':
      return <Rectangles {...props} />;
    default:
      return <Heaps {...props} />;
  }
}
