//! Genus symbols, from misère canonical forms.
//!
//! The *misère nim-value* G⁻ of a position is 1 if it has no option, else the mex of those of its
//! options. The *genus* of w is g^{γ0 γ1 γ2 …}: g its Grundy value, γi the misère nim-value of
//! w + *2 + … + *2 (i times). From some place on the γi alternate. So a symbol is a finite list,
//! the shortest of at least two numbers whose last two repeat for ever. Source: `[WW]` chapter 13.
//!
//! A position may be replaced by a simpler position h under three conditions. The options of h are
//! among its options. Every other option has h as an option. Where h has no option, the position is
//! an N-position. A position that cannot be simplified is in *canonical form*. Positions with one
//! canonical form are equal in every sum (`[WW]` chapter 13, `[Siegel2013]` chapter V). So sums are
//! computed once for each two canonical forms.
//!
//! Cost: the number of canonical forms grows fast in wild games.

use super::limits::{Meter, MisereStop};
use super::position::options;
use crate::code::Code;
use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;

/// A genus symbol.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Genus {
    /// g, the Grundy value.
    pub normal: u32,
    /// γ0, γ1, …; the last two are repeated for ever.
    pub misere: Vec<u32>,
}

impl Genus {
    /// γi.
    pub fn at(&self, i: usize) -> u32 {
        let from = self.misere.len() - 2;
        self.misere[if i < from { i } else { from + (i - from) % 2 }]
    }

    /// The genus of a position whose options have these.
    fn of_options(options: &[&Genus]) -> Genus {
        let normal = mex(options.iter().map(|o| o.normal));
        let steady = options.iter().map(|o| o.misere.len()).max().unwrap_or(0);
        let mut misere: Vec<u32> = vec![];
        loop {
            let i = misere.len();
            let before = misere.last().into_iter().flat_map(|&v| [v, v ^ 1]);
            let value = match (options.is_empty(), i) {
                (true, 0) => 1,
                _ => mex(options.iter().map(|o| o.at(i)).chain(before)),
            };
            misere.push(value);
            // From here on each value depends on the one before it and on the parity of i.
            if i >= steady + 2 && misere[i] == misere[i - 2] {
                break;
            }
        }
        Genus::reduced(normal, misere)
    }

    /// The genus with these misère nim-values, of which the last two are repeated for ever.
    fn reduced(normal: u32, mut misere: Vec<u32>) -> Genus {
        while misere.len() > 2 && misere[misere.len() - 1] == misere[misere.len() - 3] {
            misere.pop();
        }
        Genus { normal, misere }
    }

    /// True if a nim-heap, or a sum of nim-heaps, has this genus.
    pub fn is_tame(&self) -> bool {
        let g = self.normal;
        match (g, &self.misere[..]) {
            (0, [1, 2, 0]) | (1, [0, 3, 1]) => true,
            (g, [a, b]) => *a == g && *b == g ^ 2,
            _ => false,
        }
    }

    /// The numbers, apart by commas if one has two digits.
    fn list(&self) -> String {
        let comma = if self.misere.iter().any(|&v| v > 9) { "," } else { "" };
        self.misere.iter().map(u32::to_string).collect::<Vec<_>>().join(comma)
    }
}

impl fmt::Display for Genus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}^{{{}}}", self.normal, self.list())
    }
}

/// The least number that is not among these.
fn mex(values: impl Iterator<Item = u32>) -> u32 {
    let mut seen: Vec<u32> = values.collect();
    seen.sort_unstable();
    seen.dedup();
    (0..).zip(&seen).find(|(i, v)| i != *v).map_or(seen.len() as u32, |(i, _)| i)
}

/// A canonical form, by its number.
type Form = u32;

/// The known facts about a canonical form.
#[derive(Clone, Debug)]
struct Facts {
    /// The forms of its options, ascending.
    options: Vec<Form>,
    genus: Genus,
    /// The size, if it is a nim-heap.
    nim: Option<u32>,
    is_tame: bool,
}

/// The genus of a heap, and what kind of game it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapGenus {
    /// The symbol.
    pub genus: Genus,
    /// The size of the nim-heap that it equals, if it does.
    pub nim: Option<u32>,
    /// True if the form is tame: its genus is tame, and so are its options. An option that is not
    /// tame does no harm if a move leads from it back to a tame position of the same genus.
    pub is_tame: bool,
}

impl HeapGenus {
    /// The short symbol: the size of a nim-heap, `2^2` for another tame game, else the list in
    /// full.
    pub fn short(&self) -> String {
        let Genus { normal, misere } = &self.genus;
        match self.nim {
            Some(size) => size.to_string(),
            None if self.is_tame => format!("{normal}^{}", misere[0]),
            None if misere.iter().any(|&v| v > 9) => self.genus.to_string(),
            None => format!("{normal}^{}", self.genus.list()),
        }
    }
}

/// A genus symbol as printed in the literature: `4^{146}`, `4^(146)`, `4(146)`, `4¹⁴⁶` or
/// `4^{1,4,6}`. Also shortened as in CGSuite: `4^146`, `2^2` for a tame game, `3` for a nim-heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GenusSymbol {
    normal: u32,
    misere: Vec<u32>,
    /// True if the symbol is in full, with braces or parentheses.
    pub is_full: bool,
}

/// A text that is no genus symbol.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("found `{0}`, expected a genus symbol such as 4^{{146}}, 4^146 or 4(146)")]
pub struct NoGenusSymbol(String);

impl GenusSymbol {
    /// True if it is a symbol of this heap. Repetitions of the last two numbers may be written or
    /// not.
    pub fn is_of(&self, heap: &HeapGenus) -> bool {
        let GenusSymbol { normal, misere, is_full } = self;
        let is_short = !is_full && heap.nim.is_none() && heap.is_tame;
        *normal == heap.genus.normal
            && match &misere[..] {
                [] => heap.nim == Some(*normal),
                [first] => is_short && *first == heap.genus.at(0),
                all => Genus::reduced(*normal, all.to_vec()) == heap.genus,
            }
    }
}

impl FromStr for GenusSymbol {
    type Err = NoGenusSymbol;

    fn from_str(text: &str) -> Result<GenusSymbol, NoGenusSymbol> {
        GenusSymbol::read(text).ok_or_else(|| NoGenusSymbol(text.to_owned()))
    }
}

impl GenusSymbol {
    fn read(text: &str) -> Option<GenusSymbol> {
        let superscript = |c: char| "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().position(|digit| digit == c);
        if let Some(start) = text.find(|c| superscript(c).is_some()) {
            let digits = text[start..].chars().map(superscript);
            let misere =
                digits.map(|digit| digit.map(|digit| digit as u32)).collect::<Option<_>>()?;
            return Some(GenusSymbol {
                normal: text[..start].parse().ok()?,
                misere,
                is_full: false,
            });
        }
        let Some(end) = text.find(['^', '(', '{']) else {
            return Some(GenusSymbol {
                normal: text.parse().ok()?,
                misere: vec![],
                is_full: false,
            });
        };
        let (normal, rest) = text.split_at(end);
        let list = rest.strip_prefix('^').unwrap_or(rest);
        let braced = [('{', '}'), ('(', ')')].into_iter().find_map(|(open, close)| {
            list.strip_prefix(open).and_then(|list| list.strip_suffix(close))
        });
        let is_full = braced.is_some();
        let list = braced.unwrap_or(list);
        let misere: Vec<u32> = if list.contains(',') {
            list.split(',').map(|number| number.trim().parse().ok()).collect::<Option<_>>()?
        } else {
            list.chars().map(|digit| digit.to_digit(10)).collect::<Option<_>>()?
        };
        let is_long_enough = misere.len() > usize::from(is_full);
        is_long_enough.then_some(GenusSymbol { normal: normal.parse().ok()?, misere, is_full })
    }
}

/// The canonical forms met until now, and those of the heaps of a code.
#[derive(Clone, Debug)]
pub struct Forms {
    code: Code,
    facts: Vec<Facts>,
    by_options: HashMap<Vec<Form>, Form>,
    sums: HashMap<(Form, Form), Form>,
    heaps: Vec<Form>,
}

/// Most bytes of an entry of a table, beside its options, while the table grows.
const ENTRY_BYTES: u64 = 128;

/// Bytes of a form, beside its options and its genus, while the list of forms grows.
const FORM_BYTES: u64 = 384;

impl Forms {
    /// Only the form of the empty heap.
    pub fn new(code: &Code) -> Forms {
        let genus = Genus::of_options(&[]);
        let facts = vec![Facts { options: vec![], genus, nim: Some(0), is_tame: true }];
        let by_options = HashMap::from([(vec![], 0)]);
        Forms { code: code.clone(), facts, by_options, sums: HashMap::new(), heaps: vec![0] }
    }

    /// The genus of the next heap: at first that of heap 1.
    ///
    /// # Errors
    /// [`MisereStop`] if the limits are reached.
    pub fn next_heap(&mut self, meter: &mut Meter<'_>) -> Result<HeapGenus, MisereStop> {
        let heap = self.heaps.len();
        let code = self.code.clone();
        let mut forms = vec![];
        for parts in options(&code, heap) {
            let [a, b, c] = parts.map(|part| self.heaps[part]);
            let pair = self.sum(b, c, meter)?;
            forms.push(self.sum(a, pair, meter)?);
        }
        let form = self.form(forms, meter)?;
        self.heaps.push(form);
        Ok(self.heap(heap))
    }

    /// The genus of a heap that was computed.
    ///
    /// # Panics
    /// If it was not.
    pub fn heap(&self, n: usize) -> HeapGenus {
        let Facts { genus, nim, is_tame, .. } = &self.facts[self.heaps[n] as usize];
        HeapGenus { genus: genus.clone(), nim: *nim, is_tame: *is_tame }
    }

    /// The form of a sum.
    fn sum(&mut self, a: Form, b: Form, meter: &mut Meter<'_>) -> Result<Form, MisereStop> {
        let (a, b) = (a.min(b), a.max(b));
        if a == 0 {
            return Ok(b);
        }
        if let Some(&sum) = self.sums.get(&(a, b)) {
            return Ok(sum);
        }
        let mut forms = vec![];
        for option in self.facts[a as usize].options.clone() {
            forms.push(self.sum(option, b, meter)?);
        }
        for option in self.facts[b as usize].options.clone() {
            forms.push(self.sum(a, option, meter)?);
        }
        let sum = self.form(forms, meter)?;
        meter.hold(ENTRY_BYTES)?;
        self.sums.insert((a, b), sum);
        Ok(sum)
    }

    /// The form of a position with these options.
    fn form(&mut self, mut options: Vec<Form>, meter: &mut Meter<'_>) -> Result<Form, MisereStop> {
        options.sort_unstable();
        options.dedup();
        meter.spend(16 + 4 * (options.len() as u64).pow(2))?;
        if let Some(&form) = self.by_options.get(&options) {
            return Ok(form);
        }
        let form = match self.simpler(&options) {
            Some(simpler) => simpler,
            None => {
                let form = self.insert(&options);
                let misere = self.facts[form as usize].genus.misere.capacity();
                meter.hold(FORM_BYTES + 4 * (options.len() + misere) as u64)?;
                form
            }
        };
        meter.hold(ENTRY_BYTES + 4 * options.capacity() as u64)?;
        self.by_options.insert(options, form);
        Ok(form)
    }

    /// The simpler form that may stand for a position with these options, if there is one.
    fn simpler(&self, options: &[Form]) -> Option<Form> {
        let of = |form: Form| &self.facts[form as usize].options;
        // A simpler position is an option of an option: of every option that is not its own.
        let candidates = options.iter().flat_map(|&o| of(o).iter().copied());
        let is_simpler = |&h: &Form| {
            let own = of(h);
            let reverts =
                |o: &Form| own.binary_search(o).is_ok() || of(*o).binary_search(&h).is_ok();
            own.iter().all(|o| options.binary_search(o).is_ok())
                && options.iter().all(reverts)
                && (h != 0 || options.iter().any(|&o| self.facts[o as usize].genus.at(0) == 0))
        };
        let mut candidates: Vec<Form> = candidates.collect();
        candidates.sort_unstable();
        candidates.dedup();
        candidates.into_iter().find(is_simpler)
    }

    /// A form of its own.
    fn insert(&mut self, options: &[Form]) -> Form {
        let facts = |&form: &Form| &self.facts[form as usize];
        let genera: Vec<&Genus> = options.iter().map(|o| &facts(o).genus).collect();
        let genus = Genus::of_options(&genera);
        let mut sizes: Vec<Option<u32>> = options.iter().map(|o| facts(o).nim).collect();
        sizes.sort_unstable();
        let size = sizes.len() as u32;
        let nim = (0..size).map(Some).eq(sizes).then_some(size);
        let is_tame = self.is_tame(options, &genus);
        self.facts.push(Facts { options: options.to_vec(), genus, nim, is_tame });
        self.facts.len() as Form - 1
    }

    /// True if a position with these options and this genus is tame.
    fn is_tame(&self, options: &[Form], genus: &Genus) -> bool {
        let facts = |form: Form| &self.facts[form as usize];
        let is_back = |&o: &Form| facts(o).is_tame && facts(o).genus == *genus;
        let wild = options.iter().filter(|&&o| !facts(o).is_tame);
        let tame: Vec<&Genus> =
            options.iter().map(|&o| facts(o)).filter(|f| f.is_tame).map(|f| &f.genus).collect();
        genus.is_tame()
            && wild.clone().all(|&o| facts(o).options.iter().any(is_back))
            && Genus::of_options(&tame) == *genus
    }
}
