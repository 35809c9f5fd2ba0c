//! How wide the columns of a table are, and the size of type in which they fit a page.
//!
//! Widths are in thousandths of an em of the type in use: of Computer Modern, or a little more.
//! A page is one of the LaTeX class `article`, whichever of 10, 11 and 12 points has the narrowest
//! text. Cost: O(text).

/// The sizes of type, each with the width of the text on a page.
const SIZES: [(&str, u64); 3] =
    [("\\small", 35_600), ("\\footnotesize", 38_900), ("\\scriptsize", 42_300)];

/// The space between two columns, in thousandths of an em.
const COLUMN_GAP: u64 = 500;

/// Half of that space, as LaTeX writes it.
pub(super) const COLUMN_SEPARATION: &str = "0.25em";

/// Text at least this wide may be broken into lines.
const LEAST_BREAKABLE_WIDTH: u64 = 16_000;

/// The least width of broken text.
const LEAST_BROKEN_WIDTH: u64 = 8_000;

/// How wide a column would be, and how narrow it may be.
#[derive(Clone, Copy, Default)]
pub(super) struct Span {
    natural: u64,
    least: u64,
}

impl Span {
    /// A column that cannot be broken.
    pub(super) fn rigid(width: u64) -> Span {
        Span { natural: width, least: width }
    }

    /// A column of texts that may be broken at blanks and hyphens.
    pub(super) fn of_texts<'t>(texts: impl Iterator<Item = &'t str> + Clone) -> Span {
        let natural = texts.clone().map(width).max().unwrap_or(0);
        if natural < LEAST_BREAKABLE_WIDTH {
            return Span::rigid(natural);
        }
        let words = texts.flat_map(|text| text.split_inclusive([' ', '-']));
        let word = words.map(width).max().unwrap_or(0);
        Span { natural, least: word.max(LEAST_BROKEN_WIDTH).min(natural) }
    }

    /// The column with a head above it, which is not broken.
    pub(super) fn below(self, head: u64) -> Span {
        Span { natural: self.natural.max(head), least: self.least.max(head) }
    }
}

/// How a table is set.
pub(super) struct Setting {
    /// The LaTeX command of the size of type.
    pub(super) size: &'static str,
    /// For each column its width, if its text has to be broken.
    pub(super) broken: Vec<Option<u64>>,
    /// Whether the table fits the page.
    pub(super) fits: bool,
}

impl Setting {
    /// The largest type in which the columns fit, the smallest if they fit in none.
    pub(super) fn of(columns: &[Span]) -> Setting {
        let gaps = COLUMN_GAP * (columns.len() as u64).saturating_sub(1);
        let least = gaps + columns.iter().map(|column| column.least).sum::<u64>();
        let found = SIZES.into_iter().find(|&(_, text)| least <= text);
        let (size, text) = found.unwrap_or(SIZES[SIZES.len() - 1]);
        // The remaining width is shared out in proportion to what each column lacks.
        let spare = text.saturating_sub(least);
        let lacking: u64 = columns.iter().map(|column| column.natural - column.least).sum();
        let width = |column: &Span| {
            let lacks = column.natural - column.least;
            (lacking > spare && lacks > 0).then(|| column.least + lacks * spare / lacking)
        };
        Setting { size, broken: columns.iter().map(width).collect(), fits: found.is_some() }
    }
}

/// The width of a text.
pub(super) fn width(text: &str) -> u64 {
    let letter = |letter| match letter {
        'i' | 'l' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' => 280,
        'f' | 'j' | 'r' | 's' | 't' | '(' | ')' | '[' | ']' | '-' | ' ' | '"' => 400,
        '0'..='9' | 'a' | 'c' | 'e' | 'g' | 'o' | 'v' | 'x' | 'y' | 'z' | '/' | '_' => 530,
        'b' | 'd' | 'h' | 'k' | 'n' | 'p' | 'q' | 'u' | '*' | '{' | '}' | '\\' => 560,
        'W' | 'M' | 'm' | '%' | '#' | '@' => 1030,
        _ if letter.is_ascii() => 780,
        _ => 1030,
    };
    text.chars().map(letter).sum()
}

/// The width of a number with this many digits, in groups of three.
pub(super) fn number_width(digits: u64) -> u64 {
    500 * digits + 170 * (digits.saturating_sub(1) / 3)
}

#[cfg(test)]
mod tests {
    use super::{Setting, Span};

    #[test]
    fn the_type_is_as_large_as_fits() {
        let size = |width| {
            let setting = Setting::of(&[Span::rigid(width), Span::rigid(1000)]);
            (setting.size, setting.fits)
        };
        assert_eq!(size(34_100), ("\\small", true));
        assert_eq!(size(34_101), ("\\footnotesize", true));
        assert_eq!(size(40_800), ("\\scriptsize", true));
        assert_eq!(size(40_801), ("\\scriptsize", false));
        assert!(Setting::of(&[]).fits);
    }

    #[test]
    fn long_text_is_broken_where_it_must_be() {
        let text = "0 3 6 9 11 15 18 21 22 28 34 39 57 70 and more";
        let texts = Span::of_texts([text].into_iter());
        assert_eq!(Setting::of(&[texts, Span::rigid(5_000)]).broken, [None, None]);
        let setting = Setting::of(&[texts, Span::rigid(25_000), texts]);
        let (size, broken) = (setting.size, setting.broken);
        assert_eq!((size, broken[0], broken[1]), ("\\scriptsize", Some(8_150), None));
        assert!(setting.fits);
        // A word is not broken.
        let word = Span::of_texts(["x".repeat(100)].iter().map(String::as_str));
        assert!(!Setting::of(&[word]).fits);
    }
}
