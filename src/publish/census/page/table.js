// A table of games of which only the rows in view are in the page.

const MINUS = "\u2212";
const grouped = (n) => String(n).replace(/\B(?=(\d{3})+$)/g, "\u00a0");
const number = (n) => (n === null ? "" : n === Infinity ? "∞" : grouped(n));

// An element with attributes and what is in it.
function element(tag, attributes, ...inside) {
  const made = document.createElement(tag);
  Object.entries(attributes).forEach(([name, value]) => made.setAttribute(name, value));
  made.append(...inside);
  return made;
}

const hasNumbers = (key) => !WORDS.has(key);

// The columns as (key, heading), without those that are empty in every row.
const COLUMNS = [
  ["code", "code"], ["status", "status"], ["preperiod", "preperiod"], ["period", "period"], ["saltus", "saltus"],
  ["exceptions", "exceptions"], ["rare_count", "rare heaps"], ["last_rare", "last rare"],
  ["max_value", "largest value"], ["max_at", "at heap"], ["verified_to", "computed to"], ["theorem", "theorem"],
  ["members", "codes"], ["name", "name"],
].filter(([key]) => games.some((game) => Boolean(game[key])));

const view = document.getElementById("view");
const table = view.querySelector("table");
const body = table.tBodies[0];

// Rows above and below those in view, so that there is something to see while it scrolls.
const MARGIN = 12;

const rows = { shown: games, from: 0, to: 0, height: 0, chosen: null, all: false };

const cellText = (game, key) => (hasNumbers(key) ? number(game[key]) : game[key]);

function cell(game, key) {
  if (key === "code") {
    return element("th", { scope: "row" }, element("a", { href: "#" + game.code }, game.code));
  }
  const text = cellText(game, key);
  const inside = key === "status" ? element("span", { class: "status " + text }, text) : text;
  return element("td", hasNumbers(key) ? { class: "number" } : {}, inside);
}

function rowOf(game, i) {
  const row = element("tr", { "aria-rowindex": i + 2 }, ...COLUMNS.map(([key]) => cell(game, key)));
  row.classList.toggle("odd", i % 2 === 1);
  row.classList.toggle("chosen", game === rows.chosen);
  return row;
}

// What stands for rows that are not in the page.
function gap(count) {
  const inside = element("td", { colspan: COLUMNS.length, style: `height: ${count * rows.height}px` });
  return count > 0 ? [element("tr", { class: "gap", "aria-hidden": "true" }, inside)] : [];
}

// Puts the rows in view into the page; `anew` if those that are there may be wrong.
function draw(anew) {
  const count = rows.shown.length;
  const first = Math.floor(view.scrollTop / (rows.height || 1)) - MARGIN;
  const last = first + Math.ceil(view.clientHeight / (rows.height || 1)) + 2 * MARGIN;
  const [from, to] = rows.all ? [0, count] : [Math.max(0, first), Math.min(count, Math.max(last, 0))];
  if (!anew && from === rows.from && to === rows.to) { return; }
  const focused = body.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
  body.replaceChildren(...gap(from), ...rows.shown.slice(from, to).map((game, i) => rowOf(game, from + i)),
    ...gap(count - to));
  Object.assign(rows, { from, to });
  const again = focused && body.querySelector(`a[href="${focused}"]`);
  if (again) { again.focus({ preventScroll: true }); }
}

// Shows these games, from the first on.
function show(shown) {
  rows.shown = shown;
  table.setAttribute("aria-rowcount", shown.length + 1);
  view.scrollTop = 0;
  draw(true);
}

// Marks the row of a game, and brings it into view if it is shown.
function choose(game) {
  rows.chosen = game;
  const i = rows.shown.indexOf(game);
  const [top, height] = [i * rows.height - view.scrollTop, view.clientHeight - 2 * rows.height];
  if (i >= 0 && (top < 0 || top > height)) { view.scrollTop += top - height / 2; }
  draw(true);
}

// Games by a column; those without a value in it come last either way.
function sorted(all, { key, falls }) {
  const missing = (value) => value === null || value === "";
  const compare = (a, b) => {
    const [x, y] = [a[key], b[key]];
    if (missing(x) || missing(y)) { return missing(x) - missing(y); }
    const order = x === y ? 0 : x < y ? -1 : 1;
    return falls ? -order : order;
  };
  if (key === "code") { return falls ? all.slice().reverse() : all; }
  return all.slice().sort(compare);
}

const order = { key: "code", falls: false };

function headings(changed) {
  const heading = ([key, title]) => {
    const button = element("button", { type: "button" }, title);
    const made = element("th", { scope: "col", class: hasNumbers(key) ? "number" : "" }, button);
    button.addEventListener("click", () => {
      Object.assign(order, { key, falls: order.key === key && !order.falls });
      made.parentNode.childNodes.forEach((other) => other.removeAttribute("aria-sort"));
      made.setAttribute("aria-sort", order.falls ? "descending" : "ascending");
      changed();
    });
    return made;
  };
  return element("tr", { "aria-rowindex": 1 }, ...COLUMNS.map(heading));
}

// A column is as wide as the longest of its texts, whichever rows are in view.
function widths() {
  const most = ([key, title]) => Math.max(title.length + 4, ...games.map((game) => cellText(game, key).length + 2));
  const all = COLUMNS.map(most);
  table.style.width = all.reduce((sum, width) => sum + width) + "ch";
  return element("colgroup", {}, ...all.map((width) => element("col", { style: `width: ${width}ch` })));
}

// Builds the table; `changed` is called when its order is.
function build(changed) {
  table.prepend(widths());
  table.tHead.append(headings(changed));
  table.tHead.rows[0].cells[0].setAttribute("aria-sort", "ascending");
  const measure = () => {
    draw(true);
    const row = body.querySelector("tr:not(.gap)");
    rows.height = row ? row.getBoundingClientRect().height : rows.height;
    draw(true);
  };
  measure();
  view.addEventListener("scroll", () => draw(false), { passive: true });
  window.addEventListener("resize", measure);
  window.addEventListener("beforeprint", () => { rows.all = true; draw(true); });
  window.addEventListener("afterprint", () => { rows.all = false; draw(true); });
}
