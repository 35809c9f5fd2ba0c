// The guide of the workbench: its pages, as the build has made them of Markdown.
import pages from 'virtual:guide';

export function GuidePage({ slug }: { slug: string }) {
  const page = pages.find((page) => page.slug === slug);
  return (
    <div class="wrap">
      <div class="learn">
        <nav class="lnav guide" aria-label="Guide">
          <ul>
            {pages.map((other) => (
              <li>
                <a href={`#/guide/${other.slug}`} aria-current={other === page ? 'page' : undefined}>
                  <span>{other.title}</span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <article class="les">
          {page ? (
            <>
              <h1>{page.title}</h1>
              <div class="prose md" dangerouslySetInnerHTML={{ __html: page.html }} />
            </>
          ) : (
            <>
              <h1>Guide</h1>
              <p class="prose">The program and its method, one page a subject.</p>
            </>
          )}
        </article>
      </div>
    </div>
  );
}
