// The one box: a code, a name or values, with suggestions while somebody types.
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { suggest, type Suggestion } from '../data/suggest';
import { loadTables, type Tables } from '../data/tables';
import { go } from '../route';
import { Big, Glyph, Num } from './text';

function line(tables: Tables, code: string) {
  const row = tables.find(code);
  if (row?.status === 'proved') {
    return (
      <small>
        period <Num of={row.period!} /> from heap <Num of={row.preperiod!} />
      </small>
    );
  }
  if (row?.verifiedTo) {
    return (
      <small>
        {row.status} to heap <Big of={row.verifiedTo} />
      </small>
    );
  }
  const equation = tables.equation(code);
  return <small>{equation && equation.game !== code ? `a shift of ${equation.game}` : 'computed when opened'}</small>;
}

const isOpenable = ({ kind }: Suggestion) => kind === 'game' || kind === 'values' || kind === 'rule';

export function Box({ isLarge = false }: { isLarge?: boolean }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [tables, setTables] = useState<Tables | null>(null);
  const [text, setText] = useState('');
  const [isShown, setShown] = useState(false);
  const [chosen, setChosen] = useState(0);

  useEffect(() => {
    void loadTables().then(setTables, () => null);
    const slash = (event: KeyboardEvent) => {
      const isTyping = /INPUT|TEXTAREA|SELECT/.test(document.activeElement?.tagName ?? '');
      if (event.key !== '/' || isTyping) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', slash);
    return () => document.removeEventListener('keydown', slash);
  }, []);

  const items = isShown ? suggest(tables, text) : [];
  const openable = items.flatMap((item, i) => (isOpenable(item) ? [i] : []));
  const selected = text.trim() || chosen > 0 ? (openable.includes(chosen) ? chosen : (openable[0] ?? -1)) : -1;

  const open = (item: Suggestion | undefined) => {
    const typed = text.trim();
    if (item?.kind === 'values') go(`#/identify?v=${encodeURIComponent(item.text.replace(/[\s,;]+/g, ' '))}`);
    else if (item?.kind === 'rule') go(`#/rule?r=${encodeURIComponent(item.text)}`);
    else if (item?.kind === 'game') {
      const as = item.said && item.code !== typed ? `?typed=${encodeURIComponent(typed)}` : '';
      go(`#/game/${encodeURIComponent(item.code)}${as}`);
    } else if (typed) go(`#/game/${encodeURIComponent(typed)}`);
    else return;
    setShown(false);
    setText('');
    input.current?.blur();
  };

  const key = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setShown(false);
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    setShown(true);
    if (!openable.length) return;
    const at = openable.indexOf(selected) + (event.key === 'ArrowDown' ? 1 : -1);
    setChosen(openable[(at + openable.length) % openable.length]!);
  };

  const submit = (event: Event) => {
    event.preventDefault();
    const all = suggest(tables, text);
    open(all.filter(isOpenable).includes(all[selected]!) ? all[selected] : all.find(isOpenable));
  };

  return (
    <form class={`box ${isLarge ? 'big' : ''}`} role="search" autocomplete="off" onSubmit={submit}>
      <div class="field">
        <input
          ref={input}
          type="text"
          role="combobox"
          aria-expanded={items.length > 0}
          aria-autocomplete="list"
          aria-controls={id}
          aria-activedescendant={selected >= 0 && isShown ? `${id}-${selected}` : undefined}
          aria-label="A code, a name, or the values of a game"
          placeholder={isLarge && innerWidth > 860 ? '0.137, Kayles, or values: 0 1 1 2 0 3' : 'Code, name or values'}
          spellcheck={false}
          autocapitalize="off"
          value={text}
          onInput={(event) => {
            setText(event.currentTarget.value);
            setChosen(0);
            setShown(true);
          }}
          onFocus={() => setShown(true)}
          onBlur={() => setShown(false)}
          onKeyDown={key}
        />
        {isLarge ? (
          <button class="go">Open</button>
        ) : (
          <span class="kbd" aria-hidden="true">
            /
          </span>
        )}
      </div>
      <ul class="sug" id={id} role="listbox" aria-label="Suggestions" hidden={items.length === 0}>
        {items.map((item, i) => (
          <Row item={item} id={`${id}-${i}`} isSelected={i === selected} tables={tables!} onOpen={() => open(item)} />
        ))}
      </ul>
    </form>
  );
}

function Row({ item, id, isSelected, tables, onOpen }: { item: Suggestion; id: string; isSelected: boolean; tables: Tables; onOpen: () => void }) {
  const choose = {
    id,
    role: 'option' as const,
    'aria-selected': isSelected,
    onMouseDown: (event: Event) => {
      event.preventDefault();
      onOpen();
    },
  };
  switch (item.kind) {
    case 'game':
      return (
        <li {...choose}>
          <Glyph code={item.code} />
          <span class="code">{item.code}</span>
          <span>
            {item.title} {line(tables, item.code)}
            {item.said && <small class="said">Read as {item.code}: {item.said}.</small>}
          </span>
        </li>
      );
    case 'values':
      return (
        <li {...choose} class="wide">
          Identify the game with these values
        </li>
      );
    case 'rule':
      return (
        <li {...choose} class="wide">
          Compute the values of this rule
        </li>
      );
    case 'error':
      return (
        <li class="msg" role="option" aria-selected={false} id={id}>
          <span class="caret">
            {item.text}
            {'\n' + ' '.repeat(item.column - 1)}^
          </span>
          Column {item.column}: {item.reason}. A code looks like <b class="code">0.137</b>.
        </li>
      );
    case 'nothing':
      return (
        <li class="msg" role="option" aria-selected={false} id={id}>
          No game is called “{item.text}”. Write a code such as <b class="code">0.137</b>, a name, or at least six values.
        </li>
      );
  }
}
