// The frame of the page: header, navigation, the page of the route, foot.
import { Component, render, type ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { loadTables, type Tables } from './data/tables';
import { AtlasPage } from './pages/atlas';
import { GamePage } from './pages/game';
import { GuidePage } from './pages/guide';
import { HomePage } from './pages/home';
import { IdentifyPage } from './pages/identify';
import { LearnPage } from './pages/learn';
import { PlayPage } from './pages/play';
import { RulePage } from './pages/rule';
import { useRoute, type Route } from './route';
import './style.css';
import { toggleTheme } from './theme';
import { Box } from './view/box';
import { KnowlPop } from './view/knowl';
import { copy, Glyph, Note } from './view/text';

const ICONS = {
  game: 'M4 20V9l8-5 8 5v11M9 20v-6h6v6',
  atlas: 'M4 6h16M4 12h16M4 18h16M9 4v16',
  play: 'M4 4h16v16H4zM9.3 4v16M14.6 4v16M4 9.3h16M4 14.6h16',
  identify: 'M5 11a6 6 0 1 0 12 0a6 6 0 1 0-12 0M15.5 15.5 21 21',
  learn: 'M4 5c3-1 6-1 8 1 2-2 5-2 8-1v14c-3-1-6-1-8 1-2-2-5-2-8-1zM12 6v14',
};

/** The game that Explore leads to: the last one opened. */
let lastGame = '0.137';

function Header({ page }: { page: string }) {
  const items = [
    [`#/game/${encodeURIComponent(lastGame)}`, 'game', 'Explore'],
    ['#/atlas', 'atlas', 'Atlas'],
    ['#/play/treblecross', 'play', 'Play'],
    ['#/identify', 'identify', 'Identify'],
    ['#/learn/1', 'learn', 'Learn'],
  ] as const;
  const current = page === 'guide' ? 'learn' : page;
  return (
    <header class="top">
      <div class="wrap">
        <a class="brand" href="#/" aria-label="Octal games, front page">
          <Glyph code="0.137" size={8} />
          <span>Octal games</span>
        </a>
        <nav class="nav" aria-label="Main">
          {items.map(([address, key, title]) => (
            <a href={address} aria-current={key === current ? 'page' : undefined}>
              <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.7" stroke-linejoin="round" stroke-linecap="round" aria-hidden="true">
                <path d={ICONS[key]} />
              </svg>
              {title}
            </a>
          ))}
        </nav>
        <span class="sp" />
        {page !== 'home' && <Box />}
        <button class="ib" type="button" aria-label="Switch between light and dark" onClick={toggleTheme}>
          <svg width="20" height="20" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.7" aria-hidden="true">
            <circle cx="12" cy="12" r="8" />
            <path d="M12 4a8 8 0 0 1 0 16z" fill="currentColor" />
          </svg>
        </button>
      </div>
    </header>
  );
}

function Foot({ tables }: { tables: Tables | null }) {
  const version = tables?.version ?? '';
  const cite = `@software{octal_workbench,\n  title = {octal-workbench},\n  author = {{The octal-workbench authors}},\n  version = {${version}},\n  year = {${tables?.date.slice(0, 4) ?? ''}}\n}`;
  return (
    <footer>
      <div class="wrap">
        <div>
          <b>octal-workbench {version}</b>
          This page needs no server: it computes and proves in your browser. Nothing that you type leaves it.
          <br />
          {tables && <>Results of {tables.date}. </>}
          <a href="#/guide/method">Method</a> · <a href="#/guide/conventions">Conventions</a>
        </div>
        <div>
          <b>Cite</b>
          The octal-workbench authors, <i>octal-workbench</i> {version}.{' '}
          <button type="button" class="link" onClick={(event) => copy(cite, event.currentTarget)}>
            Copy BibTeX
          </button>
        </div>
        <div>
          <b>Licence</b>
          MIT or Apache-2.0. With Preact and uPlot, both under the MIT licence.
        </div>
      </div>
    </footer>
  );
}

/** Shows a note instead of the page if the page fails, so that the rest stays usable. */
class Guard extends Component<{ children: ComponentChildren }, { error: string | null }> {
  override state = { error: null };

  static override getDerivedStateFromError(error: Error) {
    return { error: error.message };
  }

  override render() {
    if (this.state.error === null) return this.props.children;
    return (
      <div class="wrap ghead">
        <Note tone="err" title="This page cannot be shown">
          {this.state.error}. <a href="#/">Front page</a>
        </Note>
      </div>
    );
  }
}

function Page({ route, tables }: { route: Route; tables: Tables }) {
  const { page, argument, query } = route;
  switch (page) {
    case 'home':
      return <HomePage tables={tables} />;
    case 'game':
      lastGame = argument || lastGame;
      return <GamePage key={lastGame} text={lastGame} query={query} tables={tables} />;
    case 'atlas':
      return <AtlasPage tables={tables} query={query} />;
    case 'play':
      return <PlayPage key={argument} which={argument || 'treblecross'} query={query} />;
    case 'identify':
      return <IdentifyPage tables={tables} query={query} />;
    case 'rule':
      return <RulePage query={query} />;
    case 'learn':
      return <LearnPage lesson={Number(argument || 1)} />;
    case 'guide':
      return <GuidePage slug={argument} />;
    default:
      return (
        <div class="wrap ghead">
          <h1>No such page</h1>
          <p>
            <a href="#/">Front page</a>
          </p>
        </div>
      );
  }
}

const TITLES: Record<string, string> = {
  atlas: 'Atlas',
  play: 'Play',
  identify: 'Identify',
  learn: 'Learn',
  guide: 'Guide',
  rule: 'A game by its rule',
};

function App() {
  const route = useRoute();
  const [tables, setTables] = useState<Tables | null>(null);
  const [error, setError] = useState('');
  const first = useRef(true);
  const place = `${route.page}/${route.argument}`;

  useEffect(() => {
    loadTables().then(setTables, (reason: Error) => setError(reason.message));
  }, []);
  useEffect(() => {
    document.body.className = route.page === 'home' ? 'home' : route.page === 'atlas' ? 'atl' : '';
    const title = route.page === 'game' ? route.argument || lastGame : TITLES[route.page];
    document.title = title ? `${title} · Octal games` : 'Octal games';
    if (first.current) first.current = false;
    else scrollTo(0, 0);
  }, [place]);

  return (
    <>
      <a class="skip" href="#main" onClick={(event) => (event.preventDefault(), document.getElementById('main')?.focus())}>
        Skip to the content
      </a>
      <Header page={route.page} />
      <main id="main" tabIndex={-1}>
        {error ? (
          <div class="wrap ghead">
            <Note tone="err" title="The tables cannot be loaded">
              {error}
            </Note>
          </div>
        ) : tables ? (
          <Guard key={place}>
            <Page route={route} tables={tables} />
          </Guard>
        ) : (
          <div class="wrap ghead" aria-busy="true" />
        )}
      </main>
      <Foot tables={tables} />
      <KnowlPop />
    </>
  );
}

render(<App />, document.getElementById('app')!);
