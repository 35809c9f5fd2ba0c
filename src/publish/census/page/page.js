// The page: what is typed and what the address says become an answer and a table.

const search = document.getElementById("search");
const typed = search.querySelector("input");
const answer = document.getElementById("answer");
const said = document.getElementById("said");
const left = document.getElementById("left");

// “0.0137 is 0.007 (treblecross) with heaps 1 larger”, and what that means.
function sameGame(found) {
  const { game, name } = found;
  const shift = found.shift - found.added;
  const asked = found.code + (found.added > 0 ? ` shift ${found.added}` : "");
  const title = name ? `${name}, ${asked},` : asked;
  const known = game.name ? `${game.code} (${game.name})` : game.code;
  if (asked === game.code) { return `${known} is in the table`; }
  if (shift === 0) { return `${title} is ${known}`; }
  const [size, sign] = shift > 0 ? ["larger", "+"] : ["smaller", MINUS];
  const by = Math.abs(shift);
  return `${title} is ${known} with heaps ${by} ${size}: G(n) of ${asked} is G(n ${sign} ${by}) of ${game.code}`;
}

// What is known of a period, in a sentence.
function result(game) {
  const computed = `computed to heap ${number(game.verified_to)}`;
  if (game.status === "open") { return `open: no period is proved; ${computed}.`; }
  const saltus = game.saltus > 0 ? ` and saltus ${number(game.saltus)}` : "";
  const period = `period ${number(game.period)}${saltus} from heap ${number(game.preperiod)} on`;
  return game.status === "proved" ? `proved: ${period}.` : `observed, not proved: ${period}; ${computed}.`;
}

// What else the table knows, as (label, text or element).
function facts(game) {
  const position = game.position_parity === 1 ? " and position parity" : "";
  const file = game.certificate && element("a", { href: game.certificate }, game.certificate);
  const all = [
    ["proved by", game.theorem],
    ["certificate", file],
    ["exceptions", number(game.exceptions)],
    ["largest value", game.max_value === null ? "" : `${number(game.max_value)}, first at heap ${number(game.max_at)}`],
    ["rare heaps", number(game.rare_count) + (game.last_rare === null ? "" : `, the last ${number(game.last_rare)}`)],
    ["sparse space", game.mask && `mask ${game.mask}${position}`],
    ["computed to", game.status === "proved" ? `heap ${number(game.verified_to)}` : ""],
    ["search ended by", game.status === "proved" ? "" : game.stop],
  ];
  return all.filter(([, text]) => text);
}

// All codes that are this game; long lists unfold.
function equalCodes(game) {
  const spelt = ({ code, shift }) => {
    const by = shift === 0 ? "" : ` (${shift > 0 ? MINUS : "+"}${Math.abs(shift)})`;
    return element("li", {}, element("a", { href: "#" + code }, code), by);
  };
  const others = codesOf(game).filter((member) => member.code !== game.code);
  if (others.length === 0) { return []; }
  const list = element("ul", { class: "codes" });
  const summary = element("summary", {}, `${grouped(others.length)} equal ${others.length === 1 ? "code" : "codes"}`);
  const folded = element("details", {}, summary, element("p", {},
    "In parentheses: by how much heaps of that code are larger (+) or smaller (" + MINUS + ")."), list);
  folded.addEventListener("toggle", () => { if (!list.hasChildNodes()) { list.append(...others.map(spelt)); } });
  return [folded];
}

function card(found) {
  const { game } = found;
  const inside = facts(game).flatMap(([label, text]) => [element("dt", {}, label), element("dd", {}, text)]);
  return [element("p", { class: "result " + game.status }, `${game.code} is ${result(game)}`),
    element("dl", {}, ...inside), ...equalCodes(game)];
}

// Answers what is typed, and shows the row of the game.
function ask() {
  const found = find(typed.value);
  const link = ({ game, name }) => [element("a", { href: "#" + name }, name), ` (${game}) `];
  const links = (found.near || []).flatMap(link);
  choose(found.game || null);
  said.className = found.error ? "wrong" : "";
  said.replaceChildren(...(found.game ? [sameGame(found) + "."] : found.error ? [found.error] : links));
  answer.replaceChildren(...(found.game ? card(found) : []));
  answer.parentNode.hidden = typed.value.trim() === "";
  note();
}

// Says if the game that was asked for is not among the rows.
function note() {
  const isLeftOut = rows.chosen && !rows.shown.includes(rows.chosen);
  left.textContent = isLeftOut ? "The filters below leave its row out." : "";
}

// The address says what is shown: #0.137, or #code=0.137&status=open&period=1e3..
function address() {
  const state = Array.from(new FormData(filters)).filter(([, value]) => value.trim() !== "");
  const code = typed.value.trim();
  if (state.length === 0) { return code === "" ? "" : encodeURIComponent(code); }
  return new URLSearchParams(code === "" ? state : [["code", code], ...state]).toString();
}

function keep() {
  history.replaceState(null, "", "#" + address());
}

// Takes over what the address says; the place of a section says nothing.
function follow() {
  const hash = location.hash.slice(1);
  if (hash === "" || document.getElementById(hash)) { return; }
  const state = new URLSearchParams(hash.includes("=") ? hash : "code=" + hash);
  typed.value = state.get("code") || "";
  if (hash.includes("=")) {
    Array.from(filters.elements).filter((field) => field.name)
      .forEach((field) => { field.value = state.get(field.name) || ""; });
    filter();
  }
  ask();
  keep();
  search.scrollIntoView();
}

function start() {
  document.getElementById("games").hidden = false;
  offer();
  const examples = games.slice(games.length / 2).slice(0, 1).map((game) => game.code);
  typed.placeholder = examples.concat(names.slice(0, 1).map(({ name }) => name)).join(", ");
  document.getElementById("names").append(...names.map(({ name }) => element("option", { value: name })));
  build(filter);
  filter();
  const refilter = () => { filter(); choose(rows.chosen); note(); keep(); };
  search.addEventListener("input", () => { ask(); keep(); });
  filters.addEventListener("input", refilter);
  filters.addEventListener("reset", () => setTimeout(refilter));
  [search, filters].forEach((form) => form.addEventListener("submit", (event) => event.preventDefault()));
  window.addEventListener("hashchange", follow);
  follow();
}

start();
