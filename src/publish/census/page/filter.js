// Which games are shown: by digits, by status, by ranges of numbers.

const filters = document.getElementById("filters");
const RANGES = ["preperiod", "period", "rare_count", "verified_to"];

// A number as people write it: 34, 1 000, 1e6, 10^6, 2^20; NaN if it is none.
function readNumber(text) {
  const plain = text.replace(/[\s_]/g, "");
  const power = /^(\d+)\^(\d+)$/.exec(plain);
  if (power) { return Number(power[1]) ** Number(power[2]); }
  if (/^(∞|inf)$/.test(plain)) { return Infinity; }
  return /^\d+(\.\d+)?(e\d+)?$/.test(plain) ? Number(plain) : NaN;
}

// A range: 34, 1e3..1e6, 1e3.., ..1e6, >5, >=5, <5, <=5; null if it is none.
function readRange(typed) {
  const text = typed.trim().toLowerCase().replace("≥", ">=").replace("≤", "<=");
  const [, sign, compared] = /^([<>]=?)(.+)$/.exec(text) || [];
  const [, low, high] = /^(.*?)(?:\.\.+|…|–|-)(.*)$/.exec(text) || [null, text, text];
  const or = (end, otherwise) => (end === "" ? otherwise : readNumber(end));
  const n = readNumber(compared || "0");
  const ends = { "<": [0, n - 1], "<=": [0, n], ">": [n + 1, Infinity], ">=": [n, Infinity] };
  const [least, most] = sign ? ends[sign] : [or(low, 0), or(high, Infinity)];
  return [n, least, most].some(Number.isNaN) ? null : { least, most };
}

// What is wrong with a range, or nothing. Every number is at least 0.
function fault(typed, range) {
  if (range === null) { return `“${typed}” is no range`; }
  return range.least > range.most ? `“${typed}” holds no number` : "";
}

// The range in a field; a field that cannot be read, or holds no number, filters nothing and says what would be right.
function rangeIn(field) {
  const isEmpty = field.value.trim() === "";
  const range = isEmpty ? null : readRange(field.value);
  const wrong = isEmpty ? "" : fault(field.value, range);
  field.setCustomValidity(wrong);
  field.setAttribute("aria-invalid", String(wrong !== ""));
  return wrong === "" ? range : null;
}

// The games that fit, in the order of the table.
function fitting() {
  const { digits, status } = filters.elements;
  const ranges = RANGES.map((key) => [key, rangeIn(filters.elements[key])]).filter(([, range]) => range);
  const fits = (game) => (digits.value === "" || String(game.places) === digits.value) &&
    (status.value === "" || game.status === status.value) &&
    ranges.every(([key, { least, most }]) => game[key] !== null && game[key] >= least && game[key] <= most);
  return sorted(games.filter(fits), order);
}

// How many are shown, and which field filters nothing, and why.
function tally() {
  const wrong = RANGES.map((key) => filters.elements[key]).filter((field) => !field.validity.valid);
  const count = `${grouped(rows.shown.length)} of ${grouped(games.length)} games`;
  const help = "a range is written 34, 1e3..1e6, >=1e6 or <100";
  return wrong.length === 0 ? count : `${count}; ${wrong[0].validationMessage}: ${help}`;
}

function filter() {
  show(fitting());
  filters.querySelector("output").textContent = tally();
}

// The numbers of digits and the statuses that there are; and no field for what no game has.
function offer() {
  const add = (select, values, shown) =>
    new Set(values).forEach((value) => select.append(element("option", { value }, shown(value))));
  const { digits, status } = filters.elements;
  const places = games.map((game) => game.places).sort((a, b) => a - b);
  add(digits, places, (n) => (n === Infinity ? "repeating" : String(n)));
  add(status, games.map((game) => game.status), String);
  const isEmpty = (key) => COLUMNS.every(([other]) => other !== key);
  RANGES.forEach((key) => { filters.elements[key].parentNode.hidden = isEmpty(key); });
}
