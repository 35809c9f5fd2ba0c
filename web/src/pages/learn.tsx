// Learn: five short pages from heaps to proofs, and the guide.
import pages from 'virtual:guide';
import { HeapGames, NimValues } from './lessons-play';
import { Codes, Misere, Periods } from './lessons-theory';

const LESSONS = [
  { title: 'What a heap game is', body: HeapGames, side: <><b>Kayles</b> is due to H. E. Dudeney and Sam Loyd. Its code is <a class="code" href="#/game/0.77">0.77</a>: after one token or two are taken, anything may remain.</> },
  { title: 'Nim-values', body: NimValues, side: <>R. P. Sprague (1935) and P. M. Grundy (1939) found the value independently. <b>Nim</b> itself was solved by C. L. Bouton in 1901.</> },
  { title: 'Codes', body: Codes, side: <>R. K. Guy and C. A. B. Smith invented the code in 1956. They computed the values of all games with few digits by hand.</> },
  { title: 'Periods and their proofs', body: Periods, side: <>Guy and Smith proved Kayles to have period 12 from heap 71 on. For <a class="code" href="#/game/0.6">0.6</a> nobody has found a period.</> },
  { title: 'Misère play', body: Misere, side: <>T. R. Dawson posed his chess in 1935 as a misère game. T. Plambeck introduced misère quotients in 2004.</> },
] as const;

export function LearnPage({ lesson }: { lesson: number }) {
  const chosen = LESSONS[lesson - 1];
  const next = LESSONS[lesson];
  return (
    <div class="wrap">
      <div class="learn">
        <nav class="lnav" aria-label="Course">
          <h2>Five short pages</h2>
          <ol>
            {LESSONS.map(({ title }, i) => (
              <li>
                <a href={`#/learn/${i + 1}`} aria-label={`${i + 1}. ${title}`} aria-current={i + 1 === lesson ? 'page' : undefined}>
                  <span>{title}</span>
                </a>
              </li>
            ))}
          </ol>
          <div class="gnav">
            <h2>The guide</h2>
            <ul>
              {pages.map(({ slug, title }) => (
                <li><a href={`#/guide/${slug}`}><span>{title}</span></a></li>
              ))}
            </ul>
          </div>
        </nav>
        <article class="les">
          {chosen ? (
            <>
              <h1>{chosen.title}</h1>
              <chosen.body />
              <div class="row lfoot">
                <span class="small dim">{lesson} of {LESSONS.length}</span>
                {next ? (
                  <a class="btn pri" href={`#/learn/${lesson + 1}`}>{next.title} →</a>
                ) : (
                  <a class="btn pri" href="#/game/0.137">Explore a game →</a>
                )}
              </div>
            </>
          ) : (
            <h1>No such page</h1>
          )}
        </article>
        {chosen && (
          <aside class="side">
            <p class="s1">{chosen.side}</p>
            <p class="s2">A term with a dotted line explains itself when you point at it, focus it or touch it.</p>
          </aside>
        )}
      </div>
    </div>
  );
}
