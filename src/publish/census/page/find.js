// The games of the page, and the game of a code or of a name.

const linesOf = (id) => document.getElementById(id).textContent.split("\n").filter(Boolean)
  .map((line) => line.split("\t"));

const WORDS = new Set(["code", "name", "status", "mask", "theorem", "certificate", "stop", "codes"]);

// The games, in the order of periods.csv.
const games = (() => {
  const [titles, ...lines] = linesOf("games-data");
  const value = (title, text) => (WORDS.has(title) ? text : text === "" ? null : Number(text));
  return lines.map((fields, index) => {
    const game = Object.fromEntries(titles.map((title, i) => [title, value(title, fields[i])]));
    game.index = index;
    game.places = game.code.includes("[") ? Infinity : game.code.replace("!", "").length - 2;
    game.saltus = game.saltus || null;
    // A sparse space without a number of rare heaps has infinitely many.
    if (game.mask !== "" && game.rare_count === null) { game.rare_count = Infinity; }
    return game;
  });
})();

// All codes of a game, each with s such that G_game(n) = G_code(n − s), the shortest first.
function codesOf(game) {
  const ofShift = (part) => {
    const [shift, patterns] = part.split(":");
    const codes = patterns.split(" ").flatMap(expand);
    return codes.map((code) => ({ code, shift: Number(shift) }));
  };
  const order = (a, b) => a.code.length - b.code.length || (a.code < b.code ? -1 : 1);
  return game.codes.split(";").flatMap(ofShift).sort(order);
}

games.forEach((game) => { game.members = codesOf(game).length; });

// From every code of the survey to its game, with the shift. It is made when it is first wanted.
const codes = (() => {
  let found = null;
  return () => {
    const members = (game) => codesOf(game).map(({ code, shift }) => [code, { game, shift }]);
    found = found || new Map(games.flatMap(members));
    return found;
  };
})();

// From the standard form of every game to the game, with the shift.
const standardForms = (() => {
  let found = null;
  return () => {
    const of = (game) => {
      const form = standardForm(game.code);
      return form ? [[form.code, { game, shift: form.shift }]] : [];
    };
    found = found || new Map(games.flatMap(of));
    return found;
  };
})();

// The game of a code and s with G_game(n) = G_code(n − s): that of the table, or else a first cousin.
function gameOf(code) {
  const listed = codes().get(code);
  if (listed) { return listed; }
  const form = standardForm(code);
  const cousin = form && standardForms().get(form.code);
  return cousin && { game: cousin.game, shift: cousin.shift - form.shift };
}

// What counts of a name: letters and digits.
const nameKey = (text) => text.toLowerCase().replace(/[\s_\-‐–'’ʼ,]/g, "");

const names = linesOf("names-data").map(([game, ...all]) => ({ game, name: all[0], keys: all.map(nameKey) }));

// What somebody has typed: nothing, or a code with its game, or names that begin so, or an error.
function find(typed) {
  const text = unspaced(typed);
  if (text === "") { return {}; }
  if (/^[a-z]/.test(text) && !/^([a-f]!?[.·]|s ?\()/.test(text)) { return findName(text); }
  const [, written, shift] = /^(.*?)(?: shift (\d{1,9}))?$/.exec(text);
  const read = readCode(written.replace(/ /g, ""));
  if (read.error) { return read; }
  const found = gameOf(read.code);
  return found ? { written, code: read.code, added: Number(shift || 0), ...found } : { error: notHere(read.code) };
}

function findName(text) {
  const key = nameKey(text);
  const named = names.find((game) => game.keys.includes(key));
  if (named) { return { ...find(named.game), name: named.name }; }
  const near = names.filter((game) => game.keys.some((other) => other.includes(key)));
  if (near.length > 0) { return { near }; }
  const known = names.map((game) => game.name);
  const here = known.length > 0 ? ` Here are ${known.join(", ")}.` : "";
  return { error: `No game of this name is here.${here} A code is written 0.137 or 4.4.` };
}

// Which codes are here, if this one is not.
function notHere(code) {
  const here = Array.from(codes().keys());
  const places = here.reduce((most, other) => Math.max(most, other.length - 2), 0);
  const hexadecimal = here.filter((other) => /[89a-f]/.test(other)).length;
  const all = hexadecimal === here.length ? ", at least one of them above 7" : "";
  const digits = hexadecimal === 0 ? ", none of them above 7" : all;
  const before = here.every((other) => other.startsWith("0.")) ? ", with 0 before the point" : "";
  return `${code} is not here: these are ${grouped(here.length)} codes of at most ${places} digits${digits}${before}. ` +
    `The command “octal known ${code}” tells what is known of it.`;
}
