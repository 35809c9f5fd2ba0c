//! What a format may be told beyond the sequence.

/// Layout options of a sequence; each format uses those that apply to it.
///
/// ```
/// use octal::formats::{Format, Header, Style};
/// let style = Style { columns: Some(4), marked: Some(Box::new([3].into_iter())), ..Style::default() };
/// let mut bytes = Vec::new();
/// let mut writer = Format::Text.styled(style, &mut bytes);
/// writer.begin(&Header { code: "0.77".into(), from: 2, to: 6, summary: None })?;
/// writer.chunk(&[2, 3, 1, 4, 3])?;
/// writer.end()?;
/// drop(writer);
/// let expected = "# 0.77, heaps 2 to 6; exceptions marked *\n2:          2   3*\n4:  1   4   3\n";
/// assert_eq!(String::from_utf8(bytes).unwrap(), expected);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Default)]
pub struct Style<'a> {
    /// Text and LaTeX: how many values a row has. Rows then begin at the multiples of this number,
    /// so that with the period all rows beyond the preperiod are alike; without it text has rows
    /// of twenty from the first heap on, and LaTeX rows of ten.
    pub columns: Option<usize>,
    /// Text and LaTeX: heaps to be marked as exceptions, in ascending order.
    pub marked: Option<Box<dyn Iterator<Item = u64> + 'a>>,
    /// B-file: the index of the first value; its heap if not given.
    pub index: Option<u64>,
    /// NPY and LaTeX: no value is larger than this, 65535 if not given; in NPY a value up to 255
    /// takes one byte and one up to 65535 two, and LaTeX computes from it whether a row fits the page.
    pub largest: Option<u64>,
}
